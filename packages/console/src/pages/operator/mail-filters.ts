import type { MailChange } from '../../api/types';
import { mailTexts as words } from '../../texts/operator';
import type { Filter } from '../../ui/filter-bar';
import type { Filters } from '../../ui/use-filters';

export const mailFilterNames = [
  ...(['state', 'organization', 'domain', 'detail', 'held_as'] as const),
  ...(['since', 'until'] as const),
] as const;
type Name = (typeof mailFilterNames)[number];

type State = MailChange['state'];
export type Change = MailChange['change'];

const states: readonly State[] = ['held', 'queued', 'failed', 'unconfirmed'];

export const mailFilters: readonly Filter<Name>[] = [
  { name: 'state', label: words.filters.state, options: states },
  { name: 'organization', label: words.filters.organization },
  { name: 'domain', label: words.filters.domain },
  { name: 'detail', label: words.filters.detail },
  { name: 'held_as', label: words.filters.held_as, rare: true },
];

/** The filters as the API takes them: held email unless another state is chosen. */
export function mailQuery({ state, ...filters }: Filters<Name>) {
  return { ...filters, state: states.find((each) => each === state) ?? ('held' as const) };
}
export type MailQuery = ReturnType<typeof mailQuery>;

/** Whether a change ends what it is done to. */
export const isDestroying = (change: Change): boolean => change === 'fail' || change === 'mark_failed';

export const changesOf: Readonly<Record<State, readonly Change[]>> = {
  held: ['release', 'fail'],
  queued: ['hold', 'fail'],
  failed: ['retry'],
  unconfirmed: ['mark_delivered', 'mark_bounced', 'mark_failed'],
};
