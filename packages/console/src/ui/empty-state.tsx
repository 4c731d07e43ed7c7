import { Button, Text, Title, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import { searchOf } from './search-of';
import { clearFilters, type ChangeFilters, type Filters } from './use-filters';
import classes from './ui.module.css';

const CodeBlock = lazy(async () => ({ default: (await import('./copy')).CodeBlock }));

/** A start that is more than an empty form: what it creates, in a sentence. */
export type Recipe = { readonly title: string; readonly text: string } & (
  { readonly run: () => void } | { readonly to: string; readonly search?: Readonly<Record<string, string>> }
);

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  readonly recipes?: readonly Recipe[];
  readonly snippet?: string;
  /** 1 where it is all that the page shows. */
  readonly order?: 1 | 2;
}

/** Why a page shows nothing, and the next action. */
export function EmptyState({ title, text, action, recipes = [], snippet, order = 2 }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Title order={order}>{title}</Title>
      <p className={classes.emptyText}>{text}</p>
      {action}
      {recipes.length > 0 && (
        <ul className={classes.recipes} aria-label={texts.list.recipes}>
          {recipes.map((recipe) => (
            <li key={recipe.title}>
              <RecipeCard recipe={recipe} />
            </li>
          ))}
        </ul>
      )}
      {snippet !== undefined && (
        <div className={classes.emptySnippet}>
          <Suspense>
            <CodeBlock code={snippet} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

function RecipeCard({ recipe }: { readonly recipe: Recipe }) {
  const content = (
    <>
      <strong>{recipe.title}</strong>
      <Text size="xs" c="dimmed">
        {recipe.text}
      </Text>
    </>
  );
  return 'run' in recipe ? (
    <UnstyledButton className={classes.recipe} onClick={recipe.run}>
      {content}
    </UnstyledButton>
  ) : (
    <UnstyledButton
      component={Link}
      to={recipe.to}
      search={searchOf(recipe.search ?? {})}
      className={classes.recipe}
    >
      {content}
    </UnstyledButton>
  );
}

/** In place of the rows of a list: that nothing matches its filters, or why it is empty. */
export function EmptyList<Name extends string>({
  filters,
  noneFound = texts.list.noneFound,
  ...empty
}: EmptyStateProps & {
  readonly filters: { readonly values: Filters<Name>; readonly change: ChangeFilters<Name> } | undefined;
  /** The title where nothing matches. */
  readonly noneFound?: string | undefined;
}) {
  if (filters === undefined || Object.keys(filters.values).length === 0) return <EmptyState {...empty} />;
  return (
    <EmptyState
      title={noneFound}
      text={texts.list.noneFoundText}
      action={
        <Button variant="default" onClick={() => clearFilters(filters)}>
          {texts.filters.clear}
        </Button>
      }
    />
  );
}
