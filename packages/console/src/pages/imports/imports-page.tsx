import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../session/scope';
import { contactTexts } from '../../texts/contacts';
import { importTexts as words } from '../../texts/imports';
import { texts } from '../../texts/texts';
import { timeColumn } from '../../ui/columns';
import type { Filter } from '../../ui/filter-bar';
import { ListPage, type ListPageProps } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { importTitle, ImportStatus, type ImportKind, type ImportProgressData } from './import-progress';

const names = ['dry_run'] as const;

/** Imports; checks of files, which every import has before it, when they are asked for. */
export function ContactImportsPage() {
  const canImport = useHasRole('member');
  const [values, change] = useFilters(names);
  const shown = { dry_run: values.dry_run === 'true' ? ('true' as const) : ('false' as const) };
  return (
    <ImportsPage
      of="contacts"
      query={useList('/contacts/imports', { query: shown })}
      shown={shown}
      filters={{ filters: filterList, values, change }}
      create={canImport && { label: contactTexts.import, to: '/contacts/import' }}
    />
  );
}

const filterList: readonly Filter<(typeof names)[number]>[] = [
  {
    name: 'dry_run',
    label: words.filters.kind,
    load: () => Promise.resolve([{ value: 'true', label: words.filters.checks }]),
  },
];

export function SuppressionImportsPage() {
  return <ImportsPage of="suppressions" query={useList('/suppressions/imports')} />;
}

type Imports = ListPageProps<ListedImport, (typeof names)[number]>;

function ImportsPage({
  of,
  shown,
  ...list
}: Pick<Imports, 'query' | 'filters' | 'create'> & {
  readonly of: ImportKind;
  /** What is read, also where no filter says it. */
  readonly shown?: Readonly<Record<string, string>>;
}) {
  const path = `/${of}/imports` as const;
  return (
    <ListPage
      {...list}
      parent={{ to: `/${of}`, label: texts.navigation.pages[of] }}
      title={words.imports}
      description={words.description}
      curl={{ path, docs: of, ...(shown !== undefined && { query: shown }) }}
      columns={columnsOf(`${path}/$id`)}
      empty={words}
    />
  );
}

type ListedImport = ImportProgressData & Partial<Record<CountName, number>>;
type CountName = keyof typeof words.counts;

const numbers = new Intl.NumberFormat('en');

/** Rows lead to the page at `to`. */
const columnsOf = (to: string): readonly Column<ListedImport>[] => [
  {
    title: words.columns.file,
    width: 'minmax(0, 1.2fr)',
    cell: ({ id, ...imported }) => (
      <Link to={to} params={{ id }} className={list.rowLink}>
        {importTitle(imported)}
      </Link>
    ),
  },
  { title: words.columns.status, width: '11rem', cell: (imported) => <ImportStatus data={imported} /> },
  {
    title: words.columns.result,
    width: 'minmax(0, 1.6fr)',
    onPhone: 'below',
    cell: (imported) => words.result(countsOf(imported)),
  },
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];

/** How many rows had each result, without those that none had. */
function countsOf(imported: ListedImport): readonly string[] {
  return (Object.keys(words.counts) as CountName[]).flatMap((name) => {
    const count = imported[name] ?? 0;
    return count === 0 ? [] : [`${numbers.format(count)} ${words.counts[name]}`];
  });
}
