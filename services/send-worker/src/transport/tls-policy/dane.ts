import type { TlsaRecord } from '@postrider/smtp-client';
import type { DnsResolver } from '../dns/dns-resolver';
import type { HostPolicy, PolicyHost } from './tls-policy';

/** SMTP's port in the name of the record, whatever port a test connects to (RFC 7672 §2.2.3). */
const prefix = '_25._tcp';

/**
 * What the TLSA records of a mail host demand (RFC 7672); null where DANE says nothing, because somewhere on the way there is no
 * DNSSEC, or no record.
 */
export async function danePolicy(
  resolver: DnsResolver,
  { domain, host }: { readonly domain: string; readonly host: PolicyHost },
): Promise<HostPolicy | null> {
  if (!host.isAuthentic) return null;
  // §2.2.2: at the end of the aliases, or where they began.
  for (const base of new Set([host.canonicalName, host.name])) {
    const answer = await resolver.lookUp(`${prefix}.${base}`, 'TLSA');
    if (answer.kind === 'unknown') {
      // §2.2: an attacker who suppresses the answer must not gain a connection without its check.
      const reason = `the TLSA records of ${host.name} cannot be known (${answer.code})`;
      return { kind: 'refused', reason, policy: { type: 'tlsa', text: [], mxPatterns: [] } };
    }
    if (answer.kind === 'records' && answer.isAuthentic && answer.records.length > 0) {
      return toPolicy(answer.records, { names: [...new Set([base, host.name, domain])] });
    }
  }
  return null;
}

function toPolicy(records: readonly TlsaRecord[], { names }: { names: readonly string[] }): HostPolicy {
  const usable = records.filter(isUsable);
  const text = records.map(recordText);
  const policy = { type: 'tlsa', text, mxPatterns: [] } as const;
  const common = { kind: 'permitted', onTrial: false, policy } as const;
  if (usable.length === 0) {
    // §2.2: they cannot be checked, and still say that TLS is there.
    return { ...common, tls: { mode: 'required', certificate: { kind: 'none' } }, key: '/tls' };
  }
  return {
    ...common,
    tls: { mode: 'required', certificate: { kind: 'dane', names, records: usable } },
    // The domain is one of the names that fit, so a connection is shared by those of one domain only.
    key: `/dane:${text.join(',')}:${names.join(',')}`,
  };
}

/** §3.1: usages 2 and 3 alone; the certificate or its key; in full, as SHA-256 or as SHA-512. */
function isUsable({ usage, selector, matchingType, data }: TlsaRecord): boolean {
  const octets = [null, 32, 64][matchingType];
  const fits = octets === null ? data.length > 0 : data.length === octets;
  return (usage === 2 || usage === 3) && selector <= 1 && octets !== undefined && fits;
}

function recordText({ usage, selector, matchingType, data }: TlsaRecord): string {
  return `${usage} ${selector} ${matchingType} ${data.toString('hex')}`;
}
