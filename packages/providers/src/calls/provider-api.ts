import { SmtpConnectionError, type RecipientAnswer } from '@postrider/smtp-client';

/*
 * A call of a provider's API, as an SMTP transaction with one recipient sees it: answers are SMTP replies, so one classifier
 * reads both.
 */

/** What a provider calls the message that it has accepted. */
export interface ProviderIdentity {
  /** As its events name it. */
  readonly providerMessageId: string | null;
  /** Message-ID that recipients see, with angle brackets; null: unknown. */
  readonly messageIdHeader: string | null;
}

type AcceptedRecipient = Extract<RecipientAnswer, { kind: 'accepted' }> & {
  /** Absent: the message left as it was composed, Message-ID included. */
  readonly assigned?: ProviderIdentity;
};

export type DeliveryOutcome = Exclude<RecipientAnswer, { kind: 'accepted' }> | AcceptedRecipient;

/** What is wrong with the transport itself, not with this mail or recipient: its host or API is out, or has blocked us. */
export interface TransportFailure {
  readonly cause: 'outage' | 'blocked';
  readonly reason: string;
}

/** One mail to one recipient, as a provider's API takes it. */
export interface ApiMail {
  readonly recipient: string;
  /** Local part of the recipient's return path. */
  readonly token: string;
  readonly octets: Buffer;
}

/** How a call ended. */
export interface ApiAnswer {
  readonly outcome: DeliveryOutcome;
  /** It was about the account or the provider, not about this mail. */
  readonly failure?: TransportFailure;
  /** What was asked and answered, without content and keys: for operators. */
  readonly conversation: readonly string[];
}

/** A provider, or one region of it, behind a destination. */
export interface ProviderApi {
  readonly peer: string;
  /** Never rejects. */
  send(mail: ApiMail): Promise<ApiAnswer>;
  /** Calls under way may fail. */
  close(): void;
}

/** The answer of an API as an SMTP reply. */
export interface AnswerInWords {
  readonly code: number;
  /** Enhanced code in front. */
  readonly text: string;
  readonly conversation: readonly string[];
  readonly failure?: TransportFailure['cause'];
}

export function refusedCall({ code, text, conversation, failure }: AnswerInWords): ApiAnswer {
  return {
    outcome: { kind: 'refused', command: 'message', reply: { code, text: printable(text) } },
    ...(failure && { failure: { cause: failure, reason: printable(text) } }),
    conversation,
  };
}

/** There was no answer. If the request was sent, the outcome is unknown; otherwise nothing was sent. */
export function brokenCall(error: unknown, { isSent, what }: { isSent: boolean; what: string }): ApiAnswer {
  const code = codeOf(error);
  const text = isSent ? `no answer of ${what}` : `${what} cannot be reached`;
  return {
    outcome: { kind: 'broken', endSent: isSent, begun: true, error: new SmtpConnectionError(text, code) },
    failure: { cause: 'outage', reason: `${text} (${code})` },
    conversation: [`${text} (${code})`],
  };
}

const textCharsMax = 500;

/** An answer ends in the database and on screens: neither takes a NUL, nor should it draw with escapes. */
function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .slice(0, textCharsMax);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'EUNKNOWN';
  const { code, name, cause } = error as NodeJS.ErrnoException & { readonly cause?: unknown };
  if (name === 'AbortError' || name === 'TimeoutError' || code?.includes('TIMEOUT') === true)
    return 'ETIMEDOUT';
  return code ?? (cause === undefined ? name : codeOf(cause));
}
