/** At which point of the SMTP dialogue a behaviour strikes. `end-of-data` is after the final dot, before its reply. */
export type SinkMoment = 'connect' | 'mail' | 'rcpt' | 'data' | 'end-of-data';

export type SinkBehaviour =
  | { kind: 'accept' }
  /** Answers `<code> <text>`; at `data` and `end-of-data` alike it is the reply to the final dot. */
  | { kind: 'reject'; at: SinkMoment; code: number; text?: string }
  /** Never answers; the connection stays open. */
  | { kind: 'hang'; at: SinkMoment }
  /** Cuts the connection; at `data` as soon as the first bytes of the body arrive. */
  | { kind: 'drop'; at: SinkMoment }
  /** Accepts, answering the final dot after `delayMs`. */
  | { kind: 'slow'; delayMs: number };

/** What is known when the behaviour of a transaction is asked for. */
export interface SinkTransaction {
  readonly moment: SinkMoment;
  /** Empty before MAIL. */
  readonly from: string;
  /** The RCPT in question at `rcpt`, all accepted ones later. */
  readonly to: readonly string[];
  /** How many times the sink has been asked at this moment before, from 0. */
  readonly ordinal: number;
}

/** One for all transactions, or chosen for each: `({ ordinal }) => ordinal % 2 ? drop : accept`. */
export type SinkScript = SinkBehaviour | ((transaction: SinkTransaction) => SinkBehaviour);

export const accept: SinkBehaviour = { kind: 'accept' };

/** The reply text gets the enhanced code that fits the class, unless it has one of its own (RFC 2034). */
export function replyText(code: number, text = code < 500 ? 'try again later' : 'refused'): string {
  if (/^[245]\.\d{1,3}\.\d{1,3} /.test(text)) return text;
  return `${Math.floor(code / 100)}.0.0 ${text}`;
}
