import type { DestinationReply, ReplyClassification } from '@postrider/mail';

/** A reply with 4xx or 5xx, for rules to say what follows for its site. */
export interface SiteRefusal {
  readonly reply: Pick<DestinationReply, 'code' | 'text'>;
  readonly stage: NonNullable<DestinationReply['stage']>;
  readonly classification: Pick<ReplyClassification, 'class' | 'blocked'>;
  /** What people read of it. */
  readonly detail: string;
}

/** Whose reply it is. */
export interface ThrottledSite {
  readonly site: string;
  readonly provider: string | null;
  /** Its replies are about the whole site. */
  readonly throttlesAsOne: boolean;
}
