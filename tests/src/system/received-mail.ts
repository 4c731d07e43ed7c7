import { Resolver } from 'node:dns/promises';
import { dkimVerify } from 'mailauth/lib/dkim/verify';
import type { DnsServer, SinkMessage } from '@postrider/testkit';

/** The id in `Message-ID: <id@domain>`; undefined when the header is missing or of another form. */
export function emailIdOf(raw: Buffer): string | undefined {
  return /^message-id:\s*<([0-9a-f-]{36})@/im.exec(headOf(raw))?.[1];
}

export function headerOf(message: SinkMessage, name: string): string | undefined {
  const unfolded = headOf(message.raw).replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}:[ \t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim();
}

/** Header fields end at the first empty line; looking further would find them in bodies. */
function headOf(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n');
  return raw.toString('utf8', 0, end < 0 ? raw.length : end);
}

/** Domains whose DKIM signature verifies against what the DNS server publishes. */
export async function signingDomains(raw: Buffer, dns: DnsServer): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([dns.address]);
  const { results } = await dkimVerify(raw, { resolver: (name) => resolver.resolveTxt(name) });
  return results
    .filter(({ status }) => status.result === 'pass')
    .map(({ signingDomain }) => String(signingDomain));
}
