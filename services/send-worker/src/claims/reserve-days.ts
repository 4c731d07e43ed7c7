import { type Pool, withTransaction } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import type { ClaimedMessage } from './claimed-message';
import { planDays, type PlannedMessage } from './plan-days';
import {
  addToDays,
  lockDomains,
  postpone,
  readDays,
  type CappedDomain,
  type DayCount,
} from './sending-days.repository';
import { dayOf, type WarmUpSteps } from './warm-up-steps';

/** Of claimed messages those that may go out now; the others are queued again for their day, or left to their lease. */
export type Admit = (claimed: readonly ClaimedMessage[]) => Promise<readonly ClaimedMessage[]>;

interface Parts {
  readonly pool: Pool;
  readonly workerId: string;
  readonly steps: WarmUpSteps;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Keeps domains within their day's allowance, however many workers send for them. It costs nothing where no message is of
 * a capped domain; otherwise one transaction for all of them. Postgres alone knows what is used, so a wiped Redis changes nothing.
 */
export function createAdmit(parts: Parts): Admit {
  return async (claimed) => {
    const capped = claimed.filter(({ isCapped }) => isCapped);
    if (capped.length === 0) return claimed;
    const postponedIds = await reserve(parts, capped);
    return claimed.filter(({ id }) => !postponedIds.has(id));
  };
}

/** @returns the ids that must not be sent now. What cannot be reserved is not sent: its lease ends, and it is tried again. */
async function reserve(parts: Parts, capped: readonly ClaimedMessage[]): Promise<ReadonlySet<string>> {
  const { pool, workerId, log } = parts;
  try {
    return await withTransaction(pool, async (client) => {
      const today = dayOf(parts.clock.now());
      const domains = await lockDomains(client, [...new Set(capped.map(({ domainId }) => domainId))]);
      const days = await readDays(
        client,
        domains.map(({ id }) => id),
        today,
      );
      const plans = domains.map((domain) =>
        planDomain(parts, { domain, capped, today, used: days.get(domain.id) }),
      );
      await addToDays(
        client,
        plans.flatMap(({ counts }) => counts),
      );
      const messages = plans.flatMap((plan) =>
        plan.messages.flatMap(({ id, dueAt, reservedDay }) => (dueAt ? [{ id, dueAt, reservedDay }] : [])),
      );
      await postpone(client, { messages, workerId });
      if (messages.length > 0)
        log.info({ messages: messages.length }, 'postponed: the day of their domain is full');
      return new Set(messages.map(({ id }) => id));
    });
  } catch (error) {
    log.error({ err: error, messages: capped.length }, 'no place could be reserved');
    return new Set(capped.map(({ id }) => id));
  }
}

function planDomain(
  { steps }: Parts,
  given: {
    readonly domain: CappedDomain;
    readonly capped: readonly ClaimedMessage[];
    readonly today: number;
    readonly used: ReadonlyMap<number, number> | undefined;
  },
): { messages: readonly PlannedMessage[]; counts: readonly DayCount[] } {
  const { domain, capped, today, used = new Map<number, number>() } = given;
  const applicants = capped
    .filter(({ domainId }) => domainId === domain.id)
    .toSorted(byAge)
    .map(({ id, pending, expiresAt }) => ({ id, recipients: pending.length, expiresAt }));
  const { messages, added } = planDays({ applicants, cap: domain, used, today, steps });
  return {
    messages,
    counts: [...added].map(([day, recipients]) => ({ domainId: domain.id, day, recipients })),
  };
}

function byAge(a: ClaimedMessage, b: ClaimedMessage): number {
  return a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1);
}
