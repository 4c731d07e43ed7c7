import type { BroadcastOutcome } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found } from '../paging/search';

export interface RecipientRow {
  /** Of the contact. */
  readonly id: string;
  /** Null: the contact was deleted. */
  readonly email: string | null;
  readonly outcome: BroadcastOutcome | null;
  readonly messageId: string | null;
  readonly variant: number | null;
}

/** The recipients of a broadcast that the caller may see, by contact, newest first. */
export type ListRecipients = (
  broadcast: { readonly organizationId: string; readonly id: string },
  page: PageStart,
  outcome: BroadcastOutcome | 'waiting' | undefined,
) => Promise<Found<RecipientRow>>;

export function createListRecipients({ pool }: { readonly pool: Pool }): ListRecipients {
  return ({ organizationId, id }, { limit, beforeId }, outcome) => {
    const bind = createBinder();
    const driven = [
      `k.broadcast_id = ${bind.value('broadcast', id, 'uuid')}`,
      `k.organization_id = ${bind.value('organization', organizationId, 'uuid')}`,
    ];
    if (beforeId !== null) driven.push(`k.contact_id < ${bind.value('before', beforeId, 'uuid')}`);
    const candidateValues = bind.values.length;
    const filters: string[] = [];
    if (outcome === 'waiting') filters.push('c.outcome IS NULL');
    else if (outcome !== undefined) filters.push(`c.outcome = ${bind.value('outcome', outcome, 'text')}`);
    return search<RecipientRow>(pool, {
      candidates: (rowsMax) =>
        `SELECT k.contact_id AS id, k.outcome, k.message_id, k.variant FROM broadcast_recipients k
         WHERE ${driven.join(' AND ')} ORDER BY k.contact_id DESC LIMIT ${rowsMax}`,
      filters,
      columns: `c.id, (SELECT p.email FROM contacts p WHERE p.id = c.id) AS email, c.outcome,
        c.message_id AS "messageId", c.variant`,
      limit,
      values: bind.values,
      candidateValues,
    });
  };
}
