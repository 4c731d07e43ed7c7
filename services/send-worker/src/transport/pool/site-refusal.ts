import type { DestinationReply, ReplyClassification } from '@postrider/mail';

/** A reply with 4xx or 5xx, for rules to say what follows for its site. */
export interface SiteRefusal {
  readonly reply: Pick<DestinationReply, 'code' | 'text'>;
  readonly stage: NonNullable<DestinationReply['stage']>;
  readonly classification: ReplyClassification;
  /** What people read of it. */
  readonly detail: string;
}
