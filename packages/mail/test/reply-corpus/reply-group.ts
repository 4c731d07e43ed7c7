/** Replies of one kind of server, as its operators, its documentation or those who met them tell. */
export interface ReplyGroup {
  /** As `mailboxProvider` names it; null: software that anybody runs. */
  readonly provider: string | null;
  /** Source of the replies; addresses, hosts and queue ids here are examples. */
  readonly source: string;
  readonly replies: readonly CorpusReply[];
}

/** A reply and what it must be found to be. */
export type CorpusReply = readonly [reply: string, expected: Expected];

/** Class and consequence: `deferred` is tried again, `bounced` is not, `suppressed` neither, nor is its address ever again. */
export type Expected = `${string} ${'deferred' | 'bounced' | 'suppressed'}`;
