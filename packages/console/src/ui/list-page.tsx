import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { curlOf, type CurlRequest } from './curl';
import { EmptyList } from './empty-list';
import { FilterBar, type FilterBarProps } from './filter-bar';
import { PageHeader, type HeaderAction, type Parent } from './page-header';
import type { Recipe } from './recipes';
import { ResourceList, type Column, type Page, type Selection } from './resource-list';

/** The button that creates what the page lists: opens a dialog, or a page of its own. */
type Create = { readonly label: string } & ({ readonly open: () => void } | { readonly to: string });

interface EmptyTexts {
  readonly none: string;
  readonly noneText: string;
  readonly noneFound?: string;
}

export interface ListPageProps<Item, Name extends string> {
  readonly parent?: Parent;
  readonly title: string;
  readonly description?: string;
  /** The request that returns the list; the filters are added to it. */
  readonly curl?: CurlRequest;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  readonly columns: readonly Column<Item>[];
  readonly filters?: FilterBarProps<Name>;
  readonly selection?: Selection;
  /** Acts on the selected rows. */
  readonly bulkBar?: ReactNode;
  /** What is rarely needed. */
  readonly menu?: readonly HeaderAction[];
  /** Before the button that creates. */
  readonly actions?: ReactNode;
  /** False for users who may not. */
  readonly create?: Create | false;
  readonly empty: EmptyTexts;
  /** The next actions where the list is empty. Default: what creates the first. */
  readonly emptyAction?: ReactNode;
  /** What an empty list offers besides. */
  readonly recipes?: readonly Recipe[];
  /** The request that adds to the list. */
  readonly createCurl?: CurlRequest;
  /** Shows that request where the list is empty: its readers write programs. */
  readonly forDevelopers?: true;
  /** Dialogs, and what follows the list. */
  readonly children?: ReactNode;
}

/** A page with one list: its header, filters and rows, and the next action where there are none. */
export function ListPage<Item extends { readonly id: string }, Name extends string = never>(
  props: ListPageProps<Item, Name>,
) {
  const {
    parent,
    title,
    description,
    curl,
    query,
    columns,
    filters,
    selection,
    bulkBar,
    actions,
    menu,
    children,
  } = props;
  const { empty, createCurl, emptyAction, recipes, forDevelopers } = props;
  const button = props.create ? <CreateButton create={props.create} /> : undefined;
  return (
    <>
      <PageHeader
        {...{ parent, title, description, menu, createCurl }}
        curl={curl && { ...curl, query: { ...filters?.values, ...curl.query } }}
      >
        {actions}
        {button}
      </PageHeader>
      {filters && <FilterBar {...filters} />}
      {bulkBar}
      <ResourceList
        {...{ query, columns, selection }}
        label={title}
        empty={
          <EmptyList
            {...{ filters, recipes }}
            title={empty.none}
            text={empty.noneText}
            noneFound={empty.noneFound}
            action={emptyAction ?? button}
            snippet={forDevelopers && createCurl && curlOf(createCurl)}
          />
        }
      />
      {children}
    </>
  );
}

function CreateButton({ create }: { readonly create: Create }) {
  const icon = <Plus size={14} />;
  if ('open' in create)
    return (
      <Button leftSection={icon} onClick={create.open}>
        {create.label}
      </Button>
    );
  return (
    <Button component={Link} to={create.to} leftSection={icon}>
      {create.label}
    </Button>
  );
}
