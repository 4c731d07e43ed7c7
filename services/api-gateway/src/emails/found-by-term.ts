import type { Mode } from '@postrider/contracts/statuses';
import type { Binder, Search } from '../paging/search';
import type { EmailFilter } from './email-filter';

/** What an email is found by in an index that is filled behind the accept path (ADR 51). */
interface SoughtTerm {
  readonly table: 'message_terms' | 'content_terms';
  readonly field: 'metadata' | 'subject' | 'tag';
  readonly text: string;
  readonly modes: readonly Mode[];
}

/** The one that narrows most, as a rule. */
function soughtTerm({ subject, tag, metadata, metadataMode, mode }: EmailFilter): SoughtTerm | null {
  const modes: readonly Mode[] = mode === undefined ? ['live', 'test'] : [mode];
  const [entry] = Object.entries(metadata ?? {});
  if (entry !== undefined) {
    const asked = metadataMode === 'test' ? modes.filter((each) => each === 'test') : modes;
    // Nothing is found with no mode left: its own filters see to that.
    return {
      table: 'content_terms',
      field: 'metadata',
      text: entry.join(':'),
      modes: asked.length > 0 ? asked : modes,
    };
  }
  if (subject !== undefined) return { table: 'message_terms', field: 'subject', text: subject, modes };
  if (tag === undefined) return null;
  return { table: 'message_terms', field: 'tag', text: tag, modes };
}

export function isFoundByTerm(filter: EmailFilter): boolean {
  return soughtTerm(filter) !== null;
}

/**
 * Emails behind `filledTo`, one after the other, and then those that the index has: every email of the organization is in one of the two.
 * The index has hashes, and may have a week longer than the messages: a search compares the emails' own texts and organization,
 * and a row without an email is a row that was looked at.
 */
export function byTerm(
  filter: EmailFilter,
  parts: {
    readonly bind: Binder;
    readonly organization: string;
    readonly filledTo: string;
    /** Columns of messages `m`, but the id. */
    readonly columns: string;
    /** Conditions about the id, in the column of that name. */
    readonly idBounds: (column: string) => readonly string[];
  },
): Search['candidates'] {
  const { bind, organization, columns, idBounds } = parts;
  const sought = soughtTerm(filter);
  if (sought === null) throw new Error('no filter has a term');
  const { table, field, text, modes } = sought;
  const filledTo = bind.value('filled to', parts.filledTo, 'uuid');
  const value = bind.value('term', text, 'text');
  const bounds = idBounds('m.id').join(' AND ');
  const termBounds = idBounds('message_id').join(' AND ');
  const unfilled = (rowsMax: number): string => `
    (SELECT m.id, ${columns} FROM messages m
      WHERE m.organization_id = ${organization} AND m.id > ${filledTo} AND ${bounds}
      ORDER BY m.id DESC LIMIT ${rowsMax})`;
  // The limit keeps the join one by one, in order.
  const filled = (mode: Mode, rowsMax: number): string => `
    (SELECT t.message_id AS id, ${columns}
       FROM (SELECT message_id FROM ${table}
              WHERE term = message_term(${organization}, '${mode}', '${field}', ${value})
                AND message_id <= ${filledTo} AND ${termBounds}
              ORDER BY message_id DESC LIMIT ${rowsMax}) t
       LEFT JOIN LATERAL (SELECT * FROM messages WHERE id = t.message_id LIMIT 1) m ON true
      ORDER BY t.message_id DESC)`;
  return (rowsMax) => {
    const arms = [unfilled(rowsMax), ...modes.map((mode) => filled(mode, rowsMax))];
    return `SELECT * FROM (${arms.join(' UNION ALL ')}) m ORDER BY m.id DESC LIMIT ${rowsMax}`;
  };
}
