import {
  dkimResults,
  dmarcResults,
  spfResults,
  type InboundAuthentication,
} from '@postrider/contracts/inbound';
import { authenticate, type AuthenticateResult } from 'mailauth';

/** What DNS said to a question; a code where there is no answer. */
export type DnsAnswer = { readonly records: readonly unknown[] } | { readonly code: string };

/** `TXT example.com` */
export type DnsQuestion = `${string} ${string}`;

export interface MailToCheck {
  readonly raw: Uint8Array;
  /** Empty: the null reverse path; then the name in HELO is checked (RFC 7208 section 2.4). */
  readonly mailFrom: string;
  readonly clientAddress: string;
  readonly clientName: string;
  /** Our own name. */
  readonly hostName: string;
  /** All that is known of DNS: nothing else is asked. */
  readonly answers: ReadonlyMap<DnsQuestion, DnsAnswer>;
}

export interface CheckedMail {
  readonly authentication: InboundAuthentication;
  /** Asked for and not among the answers: until they are, what depends on them is `temperror`. */
  readonly missing: readonly DnsQuestion[];
}

/** Checked from the top: what signed last stands first. Honest mail has two or three. */
const signaturesMax = 8;
const missingMax = 40;
type DkimResult = (typeof dkimResults)[number];

const textCharsMax = 300;
const signaturePattern = /^dkim-signature[ \t]*:/i;

/**
 * SPF, DKIM and DMARC of a mail by DNS answers that are at hand: hashing 25 MB takes a tenth of a second, so this runs in a
 * thread, which must not wait for name servers of strangers.
 */
export async function checkMail({ answers, ...mail }: MailToCheck): Promise<CheckedMail> {
  const missing = new Set<DnsQuestion>();
  const resolver = (name: string, type: string): Promise<string[]> => {
    const question: DnsQuestion = `${type} ${name}`;
    const answer = answers.get(question);
    if (answer === undefined && missing.size < missingMax) missing.add(question);
    if (answer === undefined || 'code' in answer)
      return Promise.reject(new DnsError(answer?.code ?? 'ETIMEOUT'));
    return Promise.resolve(structuredClone(answer.records) as string[]);
  };
  const result = await authenticate(withFewSignatures(Buffer.from(mail.raw)), {
    sender: mail.mailFrom,
    ip: mail.clientAddress,
    helo: mail.clientName,
    mta: mail.hostName,
    resolver,
    disableArc: true,
    disableBimi: true,
  });
  return { authentication: toAuthentication(result), missing: [...missing] };
}

class DnsError extends Error {
  constructor(readonly code: string) {
    super(`DNS: ${code}`);
  }
}

function toAuthentication({ spf, dkim, dmarc }: AuthenticateResult): InboundAuthentication {
  const signatures = dkim.results.map(({ status, signingDomain, selector }) => ({
    result: dkimResultOf(status),
    domain: shortened(signingDomain ?? ''),
    selector: shortened(selector ?? ''),
    ...(status.comment ? { comment: shortened(status.comment) } : {}),
  }));
  const signed = signatures.filter(({ domain }) => domain !== '');
  const policy = dmarc ? dmarc.policy : undefined;
  return {
    spf: {
      result: among(spfResults, spf ? spf.status.result : 'none'),
      domain: spf && spf.domain ? shortened(spf.domain) : null,
    },
    dkim: { result: best(signed.map(({ result }) => result)), signatures: signed },
    dmarc: {
      result: among(dmarcResults, dmarc ? dmarc.status.result : 'none'),
      domain: dmarc && dmarc.domain ? shortened(dmarc.domain) : null,
      ...(policy ? { policy: shortened(policy) } : {}),
    },
  };
}

/** The library calls a changed body neutral; RFC 8601 section 2.7.1 calls it what it is. */
function dkimResultOf({ result, comment }: { result: string; comment?: string }): DkimResult {
  return comment === 'body hash did not verify' ? 'fail' : among(dkimResults, result);
}

/** One signature that holds is enough; else what a reader should know first. */
function best(results: readonly DkimResult[]): DkimResult {
  const order: readonly DkimResult[] = ['pass', 'fail', 'temperror', 'permerror', 'policy', 'neutral'];
  return order.find((result) => results.includes(result)) ?? 'none';
}

function among<Result extends string>(known: readonly Result[], result: string): Result | 'none' {
  return known.find((each) => each === result) ?? 'none';
}

function shortened(text: string): string {
  return text
    .slice(0, textCharsMax)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ');
}

/** Thousands of signatures would each be compared with thousands of fields. */
function withFewSignatures(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end < 0 ? raw.length : end).toString('latin1');
  const fields = head.split(/\r\n(?![ \t])/);
  let signatures = 0;
  const kept = fields.filter((field) => !signaturePattern.test(field) || (signatures += 1) <= signaturesMax);
  if (kept.length === fields.length) return raw;
  return Buffer.concat([Buffer.from(kept.join('\r\n'), 'latin1'), raw.subarray(end < 0 ? raw.length : end)]);
}
