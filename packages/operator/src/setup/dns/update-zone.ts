import { zoneFile } from '@postrider/mail';
import { tryProgram } from '../run-program';
import type { WantedRecord } from './wanted-zone';

export interface UpdateTarget {
  /** Name or address of the primary server. */
  readonly server: string;
  /** TSIG key, as `tsig-keygen` writes it. */
  readonly keyFile: string;
}

/**
 * Adds records by RFC 2136, each in a request of its own: one that is refused says so, and the others are there.
 * @returns what was refused, by record
 */
export async function updateZone(
  records: readonly WantedRecord[],
  { server, keyFile }: UpdateTarget,
): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const record of records) {
    const { code, stderr } = await tryProgram('nsupdate', ['-t', '20', '-k', keyFile], {
      input: [`server ${server}`, `update add ${zoneFile([record]).trimEnd()}`, 'send', ''].join('\n'),
      timeoutMs: 30_000,
    });
    if (code === 0) continue;
    if (code === null) return ['nsupdate cannot be run: apt-get install bind9-dnsutils'];
    refused.push(`${record.type} ${record.name}: ${stderr.trim().split('\n').at(-1) ?? 'refused'}`);
  }
  return refused;
}
