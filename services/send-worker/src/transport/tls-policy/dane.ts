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
      const policy = { type: 'tlsa', text: [], mxPatterns: [] } as const;
      return { kind: 'refused', reason, policy, failure: 'dnssec-invalid' };
    }
    if (answer.kind === 'records' && answer.isAuthentic && answer.records.length > 0) {
      return toPolicy(answer.records, { names: [...new Set([base, host.name, domain])] });
    }
  }
  return null;
}

/** Where none of the records is usable, the client checks nothing, and still sends nothing without TLS (RFC 7672 §2.2). */
function toPolicy(records: readonly TlsaRecord[], { names }: { names: readonly string[] }): HostPolicy {
  const text = records.map(recordText);
  return {
    kind: 'permitted',
    tls: { mode: 'required', certificate: { kind: 'dane', names, records } },
    onTrial: false,
    policy: { type: 'tlsa', text, mxPatterns: [] },
    isForeign: false,
    // The domain is one of the names that fit, so a connection is shared by mail of one domain only.
    key: `/dane:${text.join(',')}:${names.join(',')}`,
  };
}

function recordText({ usage, selector, matchingType, data }: TlsaRecord): string {
  return `${usage} ${selector} ${matchingType} ${data.toString('hex')}`;
}
