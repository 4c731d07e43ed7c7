import { useScope } from '../../session/scope';
import type { Api } from '../../api/client';
import { curlOf, type CurlRequest } from '../../ui/curl';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column, type Page } from '../../ui/resource-list';
import { useFilters, type Filters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';

/** A page that lists the objects of one resource. */
export interface ResourcePageOptions<Item, Name extends string> {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly docs: string;
  readonly filters: readonly Filter<Name>[];
  readonly read: (
    api: Api,
    query: Filters<Name> & { limit: number; cursor: string | undefined },
  ) => Promise<Page<Item>>;
  readonly columns: readonly Column<Item>[];
  readonly empty: { readonly title: string; readonly text: string; readonly create?: CurlRequest };
}

export function ResourcePage<Item extends { readonly id: string }, Name extends string>({
  options,
}: {
  readonly options: ResourcePageOptions<Item, Name>;
}) {
  const { title, description, path, docs, filters: filterList, read, columns, empty } = options;
  const { api } = useScope();
  const [filters, change] = useFilters(filterList.map(({ name }) => name));
  const query = useList<Item>({
    key: [path, filters],
    read: (cursor) => read(api, { ...filters, limit: 50, cursor }),
  });
  return (
    <>
      <PageHeader title={title} description={description} curl={{ path, query: filters, docs }} />
      {filterList.length > 0 && <FilterBar filters={filterList} values={filters} change={change} />}
      <ResourceList
        label={title}
        query={query}
        columns={columns}
        empty={
          <EmptyState title={empty.title} text={empty.text} snippet={empty.create && curlOf(empty.create)} />
        }
      />
    </>
  );
}
