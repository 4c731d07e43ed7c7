import assert from 'node:assert';
import type { DomainDmarcPolicy } from '@postrider/contracts/console';
import type { DmarcSetting } from '@postrider/mail';

/** Of the DMARC reports of some weeks. */
export interface DmarcFigures {
  readonly reportedDays: number;
  readonly messages: number;
  readonly passed: number;
}

/** Fewer reports than these say nothing about a stricter policy: mail that is sent once a week shows within 7 days. */
const reportedDaysMin = 7;
const messagesMin = 100;
/** Forwarded mail fails without any fault of its sender; it is rarely more than the rest. */
const passedPartMin = 0.98;

/**
 * From the weakest to the strictest. In test mode a policy has the effect of the one before it, and servers that forward mail see the
 * policy that is to come (RFC 9989 §4.7, A.6): it replaces the parts of a hundred (`pct`) of RFC 7489, which receivers applied differently.
 */
const ramp: readonly DmarcSetting[] = [
  { policy: 'none', testing: false },
  { policy: 'quarantine', testing: true },
  { policy: 'quarantine', testing: false },
  { policy: 'reject', testing: true },
  { policy: 'reject', testing: false },
];

type NextStep = Pick<DomainDmarcPolicy, 'next_step' | 'next_policy' | 'next_testing'>;

/** The step from the published policy towards `reject` that the reports allow. */
export function nextDmarcStep(
  { chosen, published }: { readonly chosen: DmarcSetting | null; readonly published: DmarcSetting | null },
  { reportedDays, messages, passed }: DmarcFigures,
): NextStep {
  if (published === null) return step('publish', chosen ?? { policy: 'none', testing: false });
  if (chosen !== null && !isSame(chosen, published)) return step('publish', chosen);
  // Test mode of `none` has no effect.
  const place = published.policy === 'none' ? 0 : ramp.findIndex((setting) => isSame(setting, published));
  const next = ramp[place + 1];
  if (next === undefined) return { next_step: 'none', next_policy: null, next_testing: false };
  assert(passed <= messages, 'messages that passed are among the messages');
  if (reportedDays < reportedDaysMin || messages < messagesMin) return step('wait', next);
  return step(passed >= passedPartMin * messages ? 'advance' : 'fix_sources', next);
}

function step(name: NextStep['next_step'], { policy, testing }: DmarcSetting): NextStep {
  return { next_step: name, next_policy: policy, next_testing: testing };
}

function isSame(a: DmarcSetting, b: DmarcSetting): boolean {
  return a.policy === b.policy && a.testing === b.testing;
}
