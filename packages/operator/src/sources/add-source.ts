import { isIP, SocketAddress } from 'node:net';
import type { Pool } from '@postrider/db';
import { insertSource } from './sources.repository';

export interface SourceInput {
  /** As receivers see it. */
  readonly address: string;
  /** Local address of the machine, behind NAT. Null: the same. */
  readonly bindAddress: string | null;
  readonly helloName: string;
  readonly pool: string;
  /** Starts its warm-up today. */
  readonly warmUp: boolean;
}

export async function addSource(
  pool: Pool,
  { warmUp, ...given }: SourceInput,
  operator: string,
): Promise<'added' | 'exists' | 'other_family'> {
  const { address, bindAddress } = given;
  if (bindAddress !== null && isIP(bindAddress) !== isIP(address)) return 'other_family';
  const isAdded = await insertSource(
    pool,
    { ...given, warmUpStartedAt: warmUp ? new Date() : null },
    operator,
  );
  return isAdded ? 'added' : 'exists';
}

/** An IPv4 or IPv6 address in its one form, so that the same address is not there twice. Null: it is none. */
export function readSourceAddress(text: string): string | null {
  const family = isIP(text);
  if (family === 4) return text;
  if (family === 0 || text.includes('%')) return null;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  return address.startsWith('::ffff:') ? null : address;
}

/** Null: it is no host name. */
export function readHelloName(text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, '');
  const isName = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(name);
  return isName && name.length <= 253 ? name : null;
}
