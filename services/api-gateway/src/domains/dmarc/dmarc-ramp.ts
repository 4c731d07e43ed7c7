import assert from 'node:assert';
import type { DmarcPolicy } from '@postrider/contracts';
import type { DomainDmarcPolicy } from '@postrider/contracts/console';

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

const stricter: Readonly<Record<DmarcPolicy, DmarcPolicy | null>> = {
  none: 'quarantine',
  quarantine: 'reject',
  reject: null,
};

/** The step from the published policy towards `reject` that the reports allow. */
export function nextDmarcStep(
  { chosen, published }: { readonly chosen: DmarcPolicy | null; readonly published: DmarcPolicy | null },
  { reportedDays, messages, passed }: DmarcFigures,
): Pick<DomainDmarcPolicy, 'next_step' | 'next_policy'> {
  if (published === null) return { next_step: 'publish', next_policy: chosen ?? 'none' };
  if (chosen !== null && chosen !== published) return { next_step: 'publish', next_policy: chosen };
  const next = stricter[published];
  if (next === null) return { next_step: 'none', next_policy: null };
  assert(passed <= messages, 'messages that passed are among the messages');
  if (reportedDays < reportedDaysMin || messages < messagesMin) {
    return { next_step: 'wait', next_policy: next };
  }
  const isSafe = passed >= passedPartMin * messages;
  return { next_step: isSafe ? 'advance' : 'fix_sources', next_policy: next };
}
