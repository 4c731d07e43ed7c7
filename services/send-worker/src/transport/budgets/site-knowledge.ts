import type { SiteChange, SiteState } from '@postrider/throttling';
import type { FailureClass } from '@postrider/contracts/outcomes';
import { effectiveLimits, type EffectiveLimits, type SiteLimits, type ThrottleLimit } from '@postrider/mail';
import type { Clock } from '@postrider/runtime';
import type { Suspended } from './suspended';

interface Knowledge {
  readonly suspended: (Suspended & { readonly by: 'failures' | 'rule' }) | null;
  readonly inARow: number;
  readonly limit: (ThrottleLimit & { readonly failureClass: FailureClass; readonly reason: string }) | null;
}

/**
 * What this worker knows of a site: what all know, as Redis last said it, and what it has seen itself since. Without Redis it
 * goes on by itself.
 */
export interface SiteKnowledge {
  suspended(): Suspended | undefined;
  /** What all workers together may use now. */
  allowed(): EffectiveLimits;
  /** Why that is less than normal; null: it is not. */
  limitedBy(): { readonly failureClass: FailureClass; readonly reason: string } | null;
  /** Whether a success would change anything. */
  hasFailed(): boolean;
  /** Suspensions since the last success. */
  inARow(): number;
  /** Nothing special is known. */
  isEmpty(): boolean;
  learn(state: SiteState): void;
  /** Until Redis answers, and instead of it. */
  apply(change: SiteChange): void;
}

export function createSiteKnowledge(limits: SiteLimits, clock: Clock): SiteKnowledge {
  const normal = { connections: limits.connectionsMax, perSecond: limits.messagesPerSecondMax };
  let known: Knowledge = { suspended: null, inARow: 0, limit: null };

  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const suspended = (): Knowledge['suspended'] =>
    known.suspended && known.suspended.until > clock.now() ? known.suspended : null;

  return {
    suspended: () => suspended() ?? undefined,
    allowed: () => (known.limit === null ? normal : effectiveLimits(normal, known.limit, clock.now())),
    limitedBy: () => known.limit,
    hasFailed: () => known.inARow > 0 || known.suspended?.by === 'failures',
    inARow: () => known.inARow,
    isEmpty: () => known.inARow === 0 && known.limit === null && suspended() === null,
    learn: (state) => {
      known = {
        suspended: state.suspended && {
          until: inMs(state.suspended.leftMs),
          by: state.suspended.by,
          failureClass: state.suspended.class,
          reason: state.suspended.reason,
        },
        inARow: state.inARow,
        limit: state.limit && {
          connections: state.limit.connections,
          perSecond: state.limit.perSecond,
          until: inMs(state.limit.leftMs),
          failureClass: state.limit.class,
          reason: state.limit.reason,
        },
      };
    },
    apply: (change) => {
      known = afterChange({ ...known, suspended: suspended() }, { change, inMs });
    },
  };
}

/** As `admission.change-site` does it, as far as one worker needs it until Redis answers. */
function afterChange(
  known: Knowledge,
  { change, inMs }: { change: SiteChange; inMs: (ms: number) => Date },
): Knowledge {
  switch (change.kind) {
    case 'succeed':
      return { ...known, inARow: 0, suspended: known.suspended?.by === 'failures' ? null : known.suspended };
    case 'resume':
      return { suspended: null, inARow: 0, limit: null };
    case 'fail': {
      if (known.suspended) return known;
      const { baseMs, maxMs, less } = change;
      const delayMs = Math.min(maxMs, baseMs * 2 ** Math.min(30, known.inARow)) * (1 - less);
      const suspended = { ...causeOf(change), by: 'failures' as const, until: inMs(delayMs) };
      return { ...known, suspended, inARow: known.inARow + 1 };
    }
    case 'suspend': {
      if (change.replies > 1) return known;
      const until = inMs(change.forMs);
      const { connections, perSecond } = change;
      const limit = { ...causeOf(change), connections, perSecond, until };
      return { ...known, suspended: { ...causeOf(change), by: 'rule', until }, limit };
    }
    case 'limit': {
      if (change.replies > 1) return known;
      const { connections = null, perSecond = null } = change;
      return { ...known, limit: { ...causeOf(change), connections, perSecond, until: inMs(change.forMs) } };
    }
  }
}

function causeOf(change: { readonly class: FailureClass; readonly reason: string }) {
  return { failureClass: change.class, reason: change.reason };
}
