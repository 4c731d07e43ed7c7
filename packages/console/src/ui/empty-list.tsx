import { Button } from '@mantine/core';
import { texts } from '../texts/texts';
import { EmptyState, type EmptyStateProps } from './empty-state';
import { Recipes, type Recipe } from './recipes';
import { clearFilters, type ChangeFilters, type Filters } from './use-filters';

/** In place of the rows of a list: that nothing matches its filters, or why it is empty. */
export function EmptyList<Name extends string>({
  filters,
  noneFound,
  recipes = [],
  ...empty
}: Omit<EmptyStateProps, 'recipes'> & {
  readonly filters: { readonly values: Filters<Name>; readonly change: ChangeFilters<Name> } | undefined;
  /** The title where nothing matches. Default: that of an empty list. */
  readonly noneFound?: string | undefined;
  readonly recipes?: readonly Recipe[];
}) {
  if (filters === undefined || Object.keys(filters.values).length === 0)
    return <EmptyState {...empty} recipes={recipes.length > 0 && <Recipes recipes={recipes} />} />;
  return (
    <EmptyState
      title={noneFound ?? empty.title}
      text={texts.list.noneFoundText}
      action={
        <Button variant="default" onClick={() => clearFilters(filters)}>
          {texts.filters.clear}
        </Button>
      }
    />
  );
}
