import { Link } from '@tanstack/react-router';
import type { Contact } from '../../api/types';
import { contactTexts as words } from '../../texts/contacts';
import { StatusBadge } from '../../ui/badge';
import { timeColumn } from '../../ui/columns';
import type { Column } from '../../ui/resource-list';
import list from '../../ui/ui.module.css';

/** Columns of lists of contacts. */
export const contactColumns: readonly Column<Contact>[] = [
  {
    title: words.columns.email,
    width: 'minmax(0, 1.5fr)',
    cell: ({ id, email }) => (
      <Link to="/contacts/$id" params={{ id }} className={list.rowLink}>
        {email}
      </Link>
    ),
  },
  {
    title: words.columns.name,
    width: 'minmax(0, 1fr)',
    onPhone: false,
    cell: ({ first_name: first, last_name: last }) => [first, last].filter(Boolean).join(' '),
  },
  { title: words.columns.status, width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: words.columns.topics,
    width: '6rem',
    onPhone: false,
    cell: ({ topics }) => words.topicCount(topics.filter(({ state }) => state === 'SUBSCRIBED').length),
  },
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];
