import type { ReactNode } from 'react';
import { EmptyList } from '../../ui/empty-list';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import type { Parent } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import type { ListPath } from '../../api/reads';
import { useList, type FilterName, type ListParams, type Row } from '../../ui/use-list';
import { OperatorPage } from './operator-page';

interface ListProps<Path extends ListPath> {
  readonly title: string;
  readonly path: Path;
  /** Parameters in the path. */
  readonly pathParams?: ListParams<Path>['path'];
  readonly filters: readonly Filter<FilterName<Path>>[];
  /** Adds a filter by time. */
  readonly time?: boolean;
  readonly columns: readonly Column<Row<Path>>[];
  readonly empty: { readonly none: string; readonly noneText: string };
  /** Between the filters and the list. */
  readonly above?: ReactNode;
  /** Dialogs. */
  readonly children?: ReactNode;
}

/** A page with one list of the platform. The filters are in the address and go to the API as they are. */
export function OperatorListPage<Path extends ListPath>({
  parent,
  description,
  actions,
  ...list
}: ListProps<Path> & {
  readonly parent?: Parent;
  readonly description: string;
  readonly actions?: ReactNode;
}) {
  return (
    <OperatorPage {...{ parent, title: list.title, description, actions }}>
      <List {...list} />
    </OperatorPage>
  );
}

function List<Path extends ListPath>({
  title,
  path,
  pathParams,
  filters,
  time = false,
  columns,
  empty: { none, noneText },
  above,
  children,
}: ListProps<Path>) {
  const names = filters.map(({ name }): string => name);
  const [values, change] = useFilters(time ? [...names, 'since', 'until'] : names);
  const query = useList(path, { path: pathParams, query: values });
  return (
    <>
      <FilterBar {...{ filters, values, change, time }} />
      {above}
      <ResourceList
        label={title}
        {...{ query, columns }}
        empty={<EmptyList filters={{ values, change }} title={none} text={noneText} />}
      />
      {children}
    </>
  );
}
