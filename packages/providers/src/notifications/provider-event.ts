import {
  classifyReportedFailure,
  mailboxProvider,
  type BounceReport,
  type ReplyClassification,
  type ReportedAction,
  type ReportedRecipient,
} from '@postrider/mail';
import { z } from 'zod';

/** What a provider reports about one mail that it was given. */
export interface ProviderEvent {
  /** The value of our tag; null: the mail has none. */
  readonly tag: string | null;
  /** When it happened, by the provider's clock; null: it does not say. */
  readonly at: Date | null;
  readonly fact: ProviderFact;
}

export type ProviderFact =
  | { readonly kind: 'report'; readonly report: BounceReport }
  | { readonly kind: 'complaint'; readonly detail: string }
  /** The provider has taken the mail, and then did not want to send it. */
  | { readonly kind: 'rejected'; readonly detail: string }
  /** It has taken the mail. */
  | { readonly kind: 'accepted' }
  /** Of no interest here: opens and clicks, which we count ourselves, absence notes, what there will be. */
  | { readonly kind: 'other' };

/** Null: it is no notification of that provider. */
export type ProviderReading = readonly ProviderEvent[] | null;

const diagnosticCharsMax = 1_000;
const tagCharsMax = 256;
/** Of a Date. */
const timeMsMax = 8.64e15;

/** A text of a notification; undefined when it is missing or of another type. */
export const optionalText = z.string().optional().catch(undefined);

export function tagOf(value: string | undefined): string | null {
  return value === undefined || value.length > tagCharsMax ? null : value;
}

/** Null: no time that mail was sent at. PostgreSQL cannot keep all the years that a number or a text may name. */
export function timeAt(ms: number): Date | null {
  return ms >= 0 && ms <= timeMsMax ? new Date(ms) : null;
}

export function reportAbout(
  recipients: readonly ReportedRecipient[],
  reportingMta: string | undefined,
): ProviderFact {
  const report = { reportingMta: reportingMta ?? null, recipients: [...recipients], originalMessageId: null };
  return { kind: 'report', report };
}

export function reportedAs(
  action: ReportedAction,
  {
    address,
    diagnostic,
    classification,
  }: {
    readonly address: string | undefined;
    readonly diagnostic: string | undefined;
    readonly classification: ReplyClassification | null;
  },
): ReportedRecipient {
  return {
    address: address ?? null,
    action,
    originalRecipient: null,
    remoteMta: null,
    logId: null,
    diagnostic: diagnostic?.slice(0, diagnosticCharsMax) ?? null,
    classification,
  };
}

/** Of a failure that the provider decided itself, without a server's reply. */
export const ownDecision = {
  outcome: 'bounced',
  enhancedCode: null,
  blocked: false,
  retryHintMs: null,
} as const;

/** By the words of the recipient's server, as the provider quotes them. */
export function classifyQuoted(
  address: string | undefined,
  { status, diagnostic }: { readonly status: string | undefined; readonly diagnostic: string | undefined },
): ReplyClassification {
  const domain = address
    ?.replace(/>?\s*$/, '')
    .split('@')
    .at(-1);
  return classifyReportedFailure({
    status: status || null,
    diagnostic: diagnostic ?? null,
    ...(domain !== undefined && { provider: mailboxProvider(domain) }),
  });
}
