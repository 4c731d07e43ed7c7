import type { Principal } from '@postrider/contracts/access';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { updateBroadcastRequest } from '@postrider/contracts/broadcasts';
import type { Clock } from '@postrider/runtime';
import { authorizeDomain, checkBulk, checkPolicy } from '@postrider/submission';
import { versionedBy } from '../http/object-version';
import type { RouteRequest } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type { BroadcastRow, BroadcastSummaryRow } from './broadcast-row';
import type { BroadcastName, BroadcastState, BroadcastsRepository } from './broadcasts.repository';

export const broadcastVersion = versionedBy(updateBroadcastRequest);

export interface BroadcastRouteOptions {
  readonly broadcasts: BroadcastsRepository;
  readonly cursors: CursorCodec;
  readonly clock: Clock;
}

/** Of bodies of 500,000 bytes with their escapes: those of the broadcast, and of five variants. */
export const broadcastBodyBytesMax = 12_000_000;
/** Data of six templates. */
export const broadcastBodyValuesMax = 60_000;

/** Counts of a broadcast before it is sent, for examples of answers. */
const unbegun = {
  counts: {
    ...{ recipients: 0, waiting: 0, submitted: 0, suppressed: 0, unsubscribed: 0, over_quota: 0, invalid: 0 },
    ...{ canceled: 0, sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0, opened: 0, clicked: 0 },
    unsubscribed_by_link: 0,
  },
  sent_at: null,
  finished_at: null,
};
export const exampleDraft = { ...unbegun, status: 'draft', scheduled_at: null };
export const exampleScheduled = { ...unbegun, status: 'scheduled' };

/** For the kind, by which the rules of bulk mail apply. */
const broadcastKind = 'broadcast.';

/**
 * The broadcast that a path names, of those whose domain the key may see.
 * @throws AppError `not_found` for what cannot be an id
 */
export function broadcastOf({
  principal,
  params: { id },
}: Pick<RouteRequest<unknown, unknown, { readonly id: string }>, 'principal' | 'params'>): BroadcastName {
  if (!isId(id)) throw new AppError('not_found');
  return { organizationId: principal.organization.id, id, domainIds: principal.domainIds };
}

/** @throws AppError `not_found` */
export function found(row: BroadcastRow | null): BroadcastRow {
  if (row === null) throw new AppError('not_found');
  return row;
}

/**
 * A draft, or one that is scheduled and has not begun.
 * @throws AppError `not_schedulable`
 */
export function requireUnbegun({ status, startedAt }: BroadcastSummaryRow): void {
  if (status !== 'draft' && status !== 'scheduled') {
    throw new AppError(
      'not_schedulable',
      `The broadcast is ${status}. Only drafts and scheduled broadcasts can be changed.`,
    );
  }
  if (startedAt !== null)
    throw new AppError('not_schedulable', 'The broadcast has started. It can only be canceled.');
}

/**
 * That it may be sent now: what has changed since it was written, too.
 * @throws AppError `forbidden_domain`, `unknown_domain`, `domain_not_verified`, `stream_mismatch`, `under_review`,
 * `sending_paused`
 */
export function requireSendable(
  principal: Principal,
  { fromAddress }: Pick<BroadcastRow, 'fromAddress'>,
): void {
  checkBulk(broadcastKind, 1, authorizeDomain(principal, domainOf(fromAddress)));
  checkPolicy(principal);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** For clocks that differ, and a call that took its time. Beyond it the date is a mistake, and the mail would go to everybody. */
const lateMsMax = 5 * 60_000;

/**
 * The time that was asked for; what has just passed is now.
 * @throws AppError `validation_error` naming `scheduled_at`
 */
export function sendTimeOf(scheduledAt: string | undefined, clock: Clock): Date {
  const now = clock.now();
  if (scheduledAt === undefined) return now;
  const asked = new Date(scheduledAt);
  if (asked.getTime() < now.getTime() - lateMsMax) {
    const message = `must not be in the past: it is ${now.toISOString()} now`;
    throw invalidField('scheduled_at', message);
  }
  return asked > now ? asked : now;
}

export function broadcastState({
  status,
  scheduledAt,
  canceledAt,
  pausedAt,
  localTime,
  winner,
}: BroadcastSummaryRow): BroadcastState {
  return { status, scheduledAt, canceledAt, pausedAt, localTime, winner };
}

const nameCharsMax = 200;

/** The name with an addition, shortened where it would be too long. */
export function nameWith(name: string, addition: string): string {
  return `${name.slice(0, nameCharsMax - addition.length)}${addition}`;
}
