import type { BroadcastOutcome } from '@postrider/contracts/broadcasts';
import type { PageStart } from '../paging/page';
import { createBinder, type Search } from '../paging/search';
import type { BroadcastSummaryRow } from './broadcast-row';

export interface RecipientRow {
  /** Of the contact. */
  readonly id: string;
  /** Null: the contact was deleted. */
  readonly email: string | null;
  readonly outcome: BroadcastOutcome | 'waiting';
  /** Why it is invalid. */
  readonly detail: string | null;
  readonly messageId: string | null;
  readonly variant: number | null;
  readonly opened: boolean;
  readonly clicked: boolean;
}

export interface RecipientFilter {
  readonly outcome?: BroadcastOutcome | 'waiting' | undefined;
  readonly opened?: boolean | undefined;
  readonly clicked?: boolean | undefined;
}

/**
 * Opens and clicks of people, by the primary key of the message's events. `OFFSET 0` keeps the look a recipient's own: joined, the
 * planner may read all events for a page.
 */
const didSql = (type: 'opened' | 'clicked'): string =>
  `EXISTS (SELECT FROM email_events e WHERE e.message_id = c.message_id AND e.type = '${type}' AND NOT e.machine OFFSET 0)`;

/** Of the candidates of `recipientsSearch`. */
export const recipientColumns = {
  email: '(SELECT p.email FROM contacts p WHERE p.id = c.id)',
  opened: didSql('opened'),
  clicked: didSql('clicked'),
};

/**
 * The recipients of a broadcast that the caller may see, by contact, newest first. A page looks at so many rows of the primary key, and
 * at the events of each where it filters by them: it costs the same for a thousand recipients and for a million.
 */
export function recipientsSearch(
  {
    organizationId,
    id,
    status,
    winner,
  }: Pick<BroadcastSummaryRow, 'organizationId' | 'id' | 'status' | 'winner'>,
  { limit, beforeId }: PageStart,
  { outcome, opened, clicked }: RecipientFilter,
): Search {
  const bind = createBinder();
  const driven = [
    `k.broadcast_id = ${bind.value('broadcast', id, 'uuid')}`,
    `k.organization_id = ${bind.value('organization', organizationId, 'uuid')}`,
  ];
  if (beforeId !== null) driven.push(`k.contact_id < ${bind.value('before', beforeId, 'uuid')}`);
  // Those outside of the sample get the winner, and their rows do not say it.
  const variant = `coalesce(k.variant, ${bind.value('winner', winner, 'smallint')})`;
  const candidateValues = bind.values.length;
  // Recipients whose turn had not come when it was canceled wait for nothing.
  const shownOutcome = `coalesce(k.outcome, '${status === 'canceled' ? 'canceled' : 'waiting'}')`;
  const filters: string[] = [];
  if (outcome !== undefined) filters.push(`c.outcome = ${bind.value('outcome', outcome, 'text')}`);
  for (const [type, wanted] of [['opened', opened] as const, ['clicked', clicked] as const]) {
    if (wanted !== undefined)
      filters.push(`c.outcome = 'submitted' AND ${wanted ? '' : 'NOT '}${didSql(type)}`);
  }
  const { email } = recipientColumns;
  return {
    candidates: (rowsMax) =>
      `SELECT k.contact_id AS id, ${shownOutcome} AS outcome, k.detail, k.message_id, ${variant} AS variant FROM broadcast_recipients k
         WHERE ${driven.join(' AND ')} ORDER BY k.contact_id DESC LIMIT ${rowsMax}`,
    filters,
    columns: `c.id, ${email} AS email, c.outcome, c.detail, c.message_id AS "messageId", c.variant,
      ${recipientColumns.opened} AS opened, ${recipientColumns.clicked} AS clicked`,
    limit,
    values: bind.values,
    candidateValues,
  };
}
