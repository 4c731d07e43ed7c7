import assert from 'node:assert';
import type { SiteChange } from '@postrider/throttling';
import type { FailureClass } from '@postrider/contracts/outcomes';
import {
  afterSuspension,
  defaultThrottleRules,
  ruleForFailures,
  ruleForReply,
  type ThrottleRule,
} from '@postrider/mail';
import type { Metrics } from '@postrider/runtime';
import { backOff, backOffJitter, type SuspensionCause } from '../budgets/suspended';
import type { SiteRefusal, ThrottledSite } from './site-refusal';

/** Says by rules what follows for a site of what it answered; null: nothing. */
export interface Throttle {
  onReply(site: ThrottledSite, refusal: SiteRefusal): SiteChange | null;
  /** Instead of a welcome: the usual back-off follows anyway when nothing of the site works. */
  onGreeting(site: ThrottledSite, refusal: SiteRefusal): SiteChange | null;
  /** It could not be reached so many times in a row. */
  onFailures(site: ThrottledSite, failed: SuspensionCause & { readonly inARow: number }): SiteChange | null;
}

interface Options {
  /** As they are now. */
  readonly rules?: () => readonly ThrottleRule[];
  readonly metrics?: Metrics;
}

interface Said {
  readonly class: FailureClass | null;
  readonly detail: string;
}

export function createThrottle({ rules = () => defaultThrottleRules, metrics }: Options = {}): Throttle {
  const matches = metrics?.counter('throttle_replies', 'Replies that matched a throttle rule, by action.', {
    action: ['none', 'back-off', 'suspend', 'limit'],
  });

  const changeFor = (rule: ThrottleRule | null, said: Said) => {
    if (rule === null) return null;
    matches?.add(1, { action: rule.action.kind });
    return changeOf(rule, said);
  };

  const ruleFor = (site: ThrottledSite, { reply, stage, classification }: SiteRefusal) =>
    ruleForReply(rules(), { ...siteOf(site), ...reply, stage, class: classification.class });

  return {
    onReply: (site, refusal) =>
      changeFor(ruleFor(site, refusal), { class: refusal.classification.class, detail: refusal.detail }),
    onGreeting: (site, refusal) => {
      const rule = ruleFor(site, refusal);
      if (rule?.action.kind === 'back-off') return null;
      return changeFor(rule, { class: refusal.classification.class, detail: refusal.detail });
    },
    onFailures: ({ site, provider }, { failureClass, reason, inARow }) =>
      changeFor(ruleForFailures(rules(), { site, provider, inARow }), {
        class: failureClass,
        detail: `${reason} (${inARow} failed connections in a row)`,
      }),
  };
}

function siteOf({ site, provider, throttlesAsOne }: ThrottledSite): ThrottledSite {
  return { site, provider, throttlesAsOne };
}

function changeOf(
  { name, action, after }: ThrottleRule,
  { class: failureClass, detail: reason }: Said,
): SiteChange | null {
  assert(failureClass, 'a refusal has a class');
  const cause = { class: failureClass, reason };
  const byRule = { ...cause, rule: name, replies: after.replies, withinMs: after.withinMs };
  switch (action.kind) {
    case 'none':
      return null;
    case 'back-off':
      return { kind: 'fail', ...cause, ...backOff, less: backOffJitter * Math.random(), blocked: true };
    case 'suspend':
      return { kind: 'suspend', ...byRule, forMs: action.forMs, ...afterSuspension };
    case 'limit': {
      const { connections, perSecond, forMs } = action;
      return {
        ...{ kind: 'limit', ...byRule, forMs },
        ...(connections !== null && { connections }),
        ...(perSecond !== null && { perSecond }),
      };
    }
  }
}
