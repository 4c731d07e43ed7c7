import type { Observation } from './observe-records';
import type { DomainRow } from '../store/domain-row';
import type { SendingSetup } from '../store/sending-setup';
import { isRsa, removableAt, dkimKeyState, type DkimKeyRow } from '../store/dkim-key-state';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Between the first sight of a record and its key's first signature: by then all name servers of the zone have it, not just one. */
export const settleMs = 10 * minuteMs;
/** So long a new key is looked for often; then with the domain's daily check. */
const expectedMs = 7 * dayMs;

type Rotating = Pick<DomainRow, 'status' | 'dkimKeys' | 'keyRotationRequestedAt'>;

/** Whether a verified domain is to get new keys now: an operator wants it, or its key is old. One that waits for its record is enough. */
export function needsNewKeys(
  { status, dkimKeys, keyRotationRequestedAt }: Rotating,
  { keyRotationDays }: Pick<SendingSetup, 'keyRotationDays'>,
  now: Date,
): boolean {
  const rsa = dkimKeys.filter(isRsa);
  if (status !== 'verified' || rsa.some((key) => dkimKeyState(key) === 'pending')) return false;
  if (keyRotationRequestedAt !== null) return true;
  const signing = rsa.find((key) => dkimKeyState(key) === 'active');
  if (keyRotationDays === 0 || signing === undefined) return false;
  const since = signing.activatedAt ?? signing.createdAt;
  return now.getTime() - since.getTime() >= keyRotationDays * dayMs;
}

/** What a run has found about keys; of each key it is in one list at most. */
export interface KeyChanges {
  /** Their records are there for the first time. */
  readonly seen: readonly DkimKeyRow[];
  /** Their records were there, and are so no more. */
  readonly lost: readonly DkimKeyRow[];
  readonly activated: readonly DkimKeyRow[];
  readonly retired: readonly DkimKeyRow[];
  /** When the domain is to be looked at again for its keys' sake; null: with its next check. */
  readonly nextCheckAt: Date | null;
}

/**
 * A key signs once its record was found, and is found again ten minutes later; the one of its algorithm before it retires in the same
 * moment. An Ed25519 key whose record has gone signs no longer: that record is not required. What DNS did not answer changes nothing.
 */
export function planRotation(
  { name, dkimKeys }: Pick<DomainRow, 'name' | 'dkimKeys'>,
  { found, wrong }: Pick<Observation, 'found' | 'wrong'>,
  now: Date,
): KeyChanges {
  const recordOf = ({ selector }: DkimKeyRow): string => `${selector}._domainkey.${name}`;
  const pending = dkimKeys.filter((key) => dkimKeyState(key) === 'pending');
  const active = dkimKeys.filter((key) => dkimKeyState(key) === 'active');
  const isSettled = ({ verifiedAt }: DkimKeyRow): boolean =>
    verifiedAt !== null && now.getTime() - verifiedAt.getTime() >= settleMs;

  const present = pending.filter((key) => found.has(recordOf(key)));
  const activated = newestOfEach(present.filter(isSettled));
  const replaced = new Set(activated.map(({ algorithm }) => algorithm));
  const waiting = pending.filter((key) => !activated.includes(key));
  return {
    seen: present.filter(({ verifiedAt }) => verifiedAt === null),
    lost: [
      ...waiting.filter((key) => key.verifiedAt !== null && wrong.has(recordOf(key))),
      ...active.filter((key) => !isRsa(key) && !replaced.has(key.algorithm) && wrong.has(recordOf(key))),
    ],
    activated,
    retired: active.filter(({ algorithm }) => replaced.has(algorithm)),
    nextCheckAt: activated.length > 0 ? new Date(now.getTime() + minuteMs) : nextLook(waiting, now),
  };
}

function newestOfEach(keys: readonly DkimKeyRow[]): DkimKeyRow[] {
  return [...new Map(keys.map((key) => [key.algorithm, key])).values()];
}

function nextLook(waiting: readonly DkimKeyRow[], now: Date): Date | null {
  const steps = waiting.flatMap(({ createdAt, verifiedAt }) => {
    const ageMs = now.getTime() - createdAt.getTime();
    if (ageMs >= expectedMs) return [];
    if (verifiedAt !== null || ageMs < hourMs) return [5 * minuteMs];
    return [ageMs < dayMs ? 15 * minuteMs : hourMs];
  });
  return steps.length === 0 ? null : new Date(now.getTime() + Math.min(...steps));
}

/** Retired keys whose time is over. */
export function removableKeys(dkimKeys: readonly DkimKeyRow[], now: Date): DkimKeyRow[] {
  return dkimKeys.filter(({ retiredAt }) => retiredAt !== null && removableAt(retiredAt) <= now);
}
