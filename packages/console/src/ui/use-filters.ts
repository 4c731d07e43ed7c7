import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Filters<Name extends string> = Partial<Record<Name, string>>;
export type ChangeFilters<Name extends string> = (change: Partial<Record<Name, string | undefined>>) => void;

/** Removes all filters that have a value. */
export function clearFilters<Name extends string>({
  values,
  change,
}: {
  readonly values: Filters<Name>;
  readonly change: ChangeFilters<Name>;
}): void {
  change(Object.fromEntries(Object.keys(values).map((name) => [name, undefined])) as Filters<Name>);
}

/** Filters of a page, kept in its address. */
export function useFilters<const Name extends string>(
  names: readonly Name[],
): readonly [Filters<Name>, ChangeFilters<Name>] {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters: Filters<Name> = {};
  for (const name of names) {
    const value = search[name];
    if (value !== undefined && value !== '') filters[name] = value;
  }
  const change = useCallback<ChangeFilters<Name>>(
    (changed) => {
      const cleaned = Object.fromEntries(
        Object.entries<string | undefined>(changed).map(([name, value]) => [
          name,
          value === '' ? undefined : value,
        ]),
      );
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...cleaned }),
        replace: true,
      });
    },
    [navigate],
  );
  return [filters, change];
}
