import type { BroadcastContent } from '@postrider/audiences';

/** A broadcast as a turn of it needs it. */
export interface OpenBroadcast extends BroadcastContent {
  readonly id: string;
  readonly organizationId: string;
  readonly segmentId: string;
  readonly topicId: string;
  readonly domainId: string;
  readonly apiKeyId: string;
  readonly fromHeader: string;
  readonly replyTo: string | null;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly status: 'scheduled' | 'testing' | 'canceled';
  readonly audience: 'segment' | 'not_opened';
  readonly parentId: string | null;
  readonly startedAt: Date | null;
  readonly expandedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly winner: number | null;
  /** Of its row. */
  readonly version: string;
  /** Null: its domain is gone. */
  readonly trackingLabel: string | null;
}

/** How a turn ended. */
export type TurnEnd =
  /** Something was done, and there may be more to do at once. */
  | { readonly kind: 'moved' }
  /** Others have it in hand, or what was submitted has to be sent first: at the next look. */
  | { readonly kind: 'idle' }
  /** Nothing of it can be sent for the time being. */
  | { readonly kind: 'waits'; readonly reason: string; readonly retryMs: number };

export const moved: TurnEnd = { kind: 'moved' };
export const idle: TurnEnd = { kind: 'idle' };

/** The kind of its messages. */
export function kindOf({ id }: Pick<OpenBroadcast, 'id'>): string {
  return `broadcast.${id}`;
}
