import type { Finding } from '@postrider/contracts/deliverability';
import { dkimBitsMin, spfLookupsMax, spfVoidsMax } from '@postrider/mail';
import type { RecordFault } from '../domains/store/domain-row';

export interface DomainFaults {
  readonly name: string;
  readonly returnPathLabel: string;
  /** As the last check of its records saw them. */
  readonly recordFaults: readonly RecordFault[];
}

/** SPF records that receivers do not evaluate to their end, and keys that they do not trust. */
export function recordFindings(domains: readonly DomainFaults[]): Finding[] {
  return domains.flatMap((domain) =>
    domain.recordFaults.map((fault) =>
      fault.code === 'spf_lookups' ? spfFinding(domain, fault) : weakKeyFinding(domain, fault),
    ),
  );
}

function spfFinding(
  { name: domain, returnPathLabel }: DomainFaults,
  { name, lookups, voids, includes, since }: Extract<RecordFault, { code: 'spf_lookups' }>,
): Finding {
  const isReturnPath = name === `${returnPathLabel}.${domain}`;
  return {
    code: 'spf_lookups',
    severity: isReturnPath ? 'error' : 'warning',
    subject: domain,
    since,
    evidence: [
      ...(lookups > spfLookupsMax
        ? [`The SPF record at ${name} needs ${lookups} DNS look-ups; receivers stop after ${spfLookupsMax}.`]
        : []),
      ...(voids > spfVoidsMax
        ? [`${voids} of the names in it have no record; receivers stop after ${spfVoidsMax}.`]
        : []),
      ...(includes.length > 0 ? [`It includes ${includes.join(', ')}.`] : []),
    ],
    advice: `Remove senders that you no longer use from the SPF record at ${name}, or give each sender a subdomain of its own. ${
      isReturnPath
        ? 'SPF of email from Postrider fails with a permanent error.'
        : 'SPF fails for those senders that stand behind the limit.'
    }`,
  };
}

function weakKeyFinding(
  { name: domain }: DomainFaults,
  { name, bits, since }: Extract<RecordFault, { code: 'dkim_weak' }>,
): Finding {
  const isRefused = bits < dkimBitsMin;
  return {
    code: 'dkim_weak',
    severity: isRefused ? 'error' : 'warning',
    subject: domain,
    since,
    evidence: [`The DKIM key at ${name} has ${bits} bits.`],
    advice: isRefused
      ? 'Receivers ignore signatures of keys under 1,024 bits (RFC 8301). Have the sender that uses the key create one of 2,048 bits.'
      : 'Keys under 2,048 bits can be broken with effort. Have the sender that uses the key create one of 2,048 bits.',
  };
}
