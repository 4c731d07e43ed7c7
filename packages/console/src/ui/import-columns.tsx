import { Link } from '@tanstack/react-router';
import { importTexts as words } from '../texts/imports';
import { StatusBadge } from './badge';
import type { ImportProgressData } from './import-progress';
import type { Column } from './resource-list';
import { Time } from './time';
import list from './ui.module.css';

const numbers = new Intl.NumberFormat('en');

/** Columns of a list of imports, whose rows lead to the page at `to`. */
export const importColumns = (to: string): readonly Column<ImportProgressData>[] => [
  {
    title: words.columns.file,
    width: 'minmax(0, 1.4fr)',
    cell: ({ id, format }) => (
      <Link to={to} params={{ id }} className={list.rowLink}>
        {words.title(format)}
      </Link>
    ),
  },
  { title: words.columns.status, width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: words.columns.rows,
    width: '7rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ rows_read: rows }) => numbers.format(rows),
  },
  {
    title: words.columns.refused,
    width: '7rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ rows_refused: rows }) => numbers.format(rows),
  },
  {
    title: words.columns.created,
    width: '7rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];
