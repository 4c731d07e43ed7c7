import assert from 'node:assert';
import type { SiteChange } from '@postrider/admission';
import {
  afterSuspension,
  defaultThrottleRules,
  ruleForFailures,
  ruleForReply,
  type ThrottledReply,
  type ThrottleRule,
} from '@postrider/mail';
import type { Metrics } from '@postrider/runtime';
import { backOff, backOffJitter } from '../budgets/suspended';
import { classifyUnreachable, unreachableText, type Unreachable } from '../pool/connect-any';
import type { Destination } from '../pool/destination';
import type { SiteRefusal } from '../pool/site-refusal';

/** Says by rules what follows for a site of what it answered; null: nothing. */
export interface Throttle {
  onReply(destination: Destination, refusal: SiteRefusal): SiteChange | null;
  /** A server that answered, but not with a welcome: what rules say of its words, the usual back-off aside. */
  onUnreachable(destination: Destination, failure: Unreachable): SiteChange | null;
  /** It could not be reached so many times in a row. */
  onFailures(
    destination: Destination,
    failed: { readonly failure: Unreachable; readonly inARow: number },
  ): SiteChange | null;
}

interface Options {
  /** As they are now. */
  readonly rules?: () => readonly ThrottleRule[];
  readonly metrics?: Metrics;
}

export function createThrottle({ rules = () => defaultThrottleRules, metrics }: Options = {}): Throttle {
  const matches = metrics?.counter(
    'throttle_replies',
    'Replies that a rule of throttling is about, by its action.',
  );

  const changeFor = (rule: ThrottleRule | null, said: Pick<ThrottledReply, 'class'> & { detail: string }) => {
    if (rule === null) return null;
    matches?.add(1, { action: rule.action.kind });
    return changeOf(rule, said);
  };

  return {
    onReply: ({ site, provider, throttlesAsOne }, { reply, stage, classification, detail }) => {
      const said = { site, provider, throttlesAsOne, ...reply, stage, class: classification.class };
      return changeFor(ruleForReply(rules(), said), { class: said.class, detail });
    },
    onUnreachable: ({ site, provider, throttlesAsOne }, failure) => {
      if (failure.kind !== 'refused') return null;
      const { class: failureClass } = classifyUnreachable(failure);
      const stage = failure.step === 'AUTH' ? 'auth' : 'connect';
      const said = { site, provider, throttlesAsOne, ...failure.reply, stage, class: failureClass } as const;
      const rule = ruleForReply(rules(), said);
      // The site is left alone by itself when nothing of it works.
      if (rule?.action.kind === 'back-off') return null;
      return changeFor(rule, { class: failureClass, detail: `${failureClass}: ${unreachableText(failure)}` });
    },
    onFailures: ({ site, provider }, { failure, inARow }) => {
      const { class: failureClass } = classifyUnreachable(failure);
      const detail = `${failureClass}: not reached ${inARow} times in a row, lastly: ${unreachableText(failure)}`;
      return changeFor(ruleForFailures(rules(), { site, provider, inARow }), { class: failureClass, detail });
    },
  };
}

function changeOf(
  { name, action, after }: ThrottleRule,
  { class: failureClass, detail: reason }: Pick<ThrottledReply, 'class'> & { detail: string },
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
