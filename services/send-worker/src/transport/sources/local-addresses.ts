import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface LocalAddresses {
  has(address: string): boolean;
}

/** The addresses that this machine has now, and connections can be bound to. */
export function readLocalAddresses(): LocalAddresses {
  const list = new BlockList();
  for (const entries of Object.values(networkInterfaces())) {
    for (const { address, family, internal } of entries ?? []) {
      list.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
      // A loopback interface takes every address of its block.
      if (internal && family === 'IPv4') list.addSubnet('127.0.0.0', 8);
    }
  }
  return {
    has: (address) => {
      const family = isIP(address);
      return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
    },
  };
}
