/**
 * What emails in hand of a worker wait for within an attempt, as it reports with its leases: what PostgreSQL cannot know, since nothing
 * is written until a server was asked.
 */
export interface WaitingEmail {
  readonly emailId: string;
  /** - dns: mail servers and their TLS are looked up. - site: for a connection, or for its turn in the rate. */
  readonly kind: 'dns' | 'site';
  /** As budgets name it; null: not known yet. */
  readonly site: string | null;
  readonly forMs: number;
}

/** Fields of `postrider:{sites}:waits:<worker>`, by email: `site <since, in ms of Redis's clock> <site or nothing>`. */
export function readWaitingEmail(
  text: string,
  nowMs: number,
): Pick<WaitingEmail, 'kind' | 'site' | 'forMs'> | null {
  const match = /^(dns|site) (\d+) (.*)$/s.exec(text);
  if (!match) return null;
  const [, kind, since, site = ''] = match;
  return {
    kind: kind === 'dns' ? 'dns' : 'site',
    forMs: Math.max(0, nowMs - Number(since)),
    site: site === '' ? null : site,
  };
}
