import type { MtaStsMode } from '@postrider/contracts/statuses';

/** The policy of a domain (RFC 8461 §3.2). */
export interface MtaStsPolicy {
  readonly mode: MtaStsMode;
  readonly mailServers: readonly string[];
}

/**
 * How long senders keep the policy, in seconds. A policy that is being tested, or withdrawn, has to be forgotten soon; RFC 8461 §10.2 wants
 * weeks for one that is enforced.
 */
const maxAges: Readonly<Record<MtaStsMode, number>> = { testing: 86_400, enforce: 1_209_600, none: 86_400 };

export const policyPath = '/.well-known/mta-sts.txt';
/** Label below the domain (RFC 8461 §3.3). */
export const policyLabel = 'mta-sts';

export function policyUrl(domain: string): string {
  return `https://${policyLabel}.${domain}${policyPath}`;
}

/** As it is served. */
export function policyText({ mode, mailServers }: MtaStsPolicy): string {
  const lines = [
    'version: STSv1',
    `mode: ${mode}`,
    ...mailServers.map((server) => `mx: ${server}`),
    `max_age: ${maxAges[mode]}`,
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}
