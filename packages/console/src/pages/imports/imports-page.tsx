import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../session/scope';
import { contactTexts } from '../../texts/contacts';
import { importTexts as words } from '../../texts/imports';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { countColumn, timeColumn } from '../../ui/columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { importTitle, type ImportKind, type ImportProgressData } from './import-progress';

export function ContactImportsPage() {
  const canImport = useHasRole('member');
  return (
    <ImportsPage of="contacts" create={canImport && { label: contactTexts.import, to: '/contacts/import' }} />
  );
}

export function SuppressionImportsPage() {
  return <ImportsPage of="suppressions" />;
}

function ImportsPage({
  of,
  create,
}: {
  readonly of: ImportKind;
  readonly create?: false | { readonly label: string; readonly to: string };
}) {
  const path = `/${of}/imports` as const;
  return (
    <ListPage
      parent={{ to: `/${of}`, label: texts.navigation.pages[of] }}
      title={words.imports}
      description={words.description}
      curl={{ path, docs: of }}
      query={useList(path)}
      columns={columnsOf(`${path}/$id`)}
      create={create}
      empty={words}
    />
  );
}

/** Rows lead to the page at `to`. */
const columnsOf = (to: string): readonly Column<ImportProgressData>[] => [
  {
    title: words.columns.file,
    width: 'minmax(0, 1.4fr)',
    cell: ({ id, ...imported }) => (
      <Link to={to} params={{ id }} className={list.rowLink}>
        {importTitle(imported)}
      </Link>
    ),
  },
  { title: words.columns.status, width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
  countColumn(words.columns.rows, ({ rows_read: rows }) => rows),
  countColumn(words.columns.refused, ({ rows_refused: rows }) => rows),
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];
