import type { BroadcastContent, BroadcastLocalTime } from '@postrider/audiences';
import type { BroadcastObstacle, BroadcastUtm } from '@postrider/contracts/broadcasts';

/** A broadcast with everything that a turn needs. */
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
  readonly utm: BroadcastUtm | null;
  readonly status: 'scheduled' | 'testing' | 'canceled';
  readonly audience: 'segment' | 'not_opened';
  readonly parentId: string | null;
  /** Null: all recipients get it at once. */
  readonly localTime: BroadcastLocalTime | null;
  readonly startedAt: Date | null;
  readonly expandedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly winner: number | null;
  /** `xmin` of its row, which changes with each write. */
  readonly version: string;
  /** Null: its domain is gone. */
  readonly trackingLabel: string | null;
}

/** How a turn ended. */
export type TurnEnd =
  /** Something was done, and there may be more to do at once. */
  | { readonly kind: 'moved' }
  /** Another worker has it, or submitted messages have to be sent first; it goes on at the next look. */
  | { readonly kind: 'idle' }
  | Waits;

/** It cannot go on for now. The reason is shown to its owner. */
export interface Waits {
  readonly kind: 'waits';
  readonly obstacle: BroadcastObstacle;
  readonly reason: string;
  readonly retryMs: number;
  /** When it goes on; absent: that is not known. */
  readonly until?: Date;
}

export const moved: TurnEnd = { kind: 'moved' };
export const idle: TurnEnd = { kind: 'idle' };

export function waits(obstacle: BroadcastObstacle, reason: string, retryMs: number): Waits {
  return { kind: 'waits', obstacle, reason, retryMs };
}

/** The kind of its messages. */
export function broadcastKind({ id }: Pick<OpenBroadcast, 'id'>): string {
  return `broadcast.${id}`;
}
