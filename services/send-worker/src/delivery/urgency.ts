import type { ClaimedMessage } from '../claims/claimed-message';

/** How many kinds of urgency there are. */
export const urgencies = 3;
const urgencyOfLane = { transactional: 0, bulk: 2, test: 2 } as const;
const RETRY_URGENCY = 1;

/** Whose turn it is where messages of several lanes wait for the same thing: 0 goes first. */
export function urgencyOf({ lane, round }: Pick<ClaimedMessage, 'lane' | 'round'>): number {
  return round > 1 && lane === 'transactional' ? RETRY_URGENCY : urgencyOfLane[lane];
}
