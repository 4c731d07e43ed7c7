/** Somebody, or something, followed a link of a mail. */
export interface Visit {
  /** Made once, so that recording it twice is seen. */
  readonly id: string;
  readonly type: 'opened' | 'clicked' | 'unsubscribed';
  readonly messageId: string;
  readonly ordinal: number;
  readonly at: Date;
  /** Where a click leads. */
  readonly url: string | null;
  /** By what the request says of itself. */
  readonly byMachine: boolean;
}
