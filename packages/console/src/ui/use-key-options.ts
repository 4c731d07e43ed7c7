import { useCallback } from 'react';
import { readAll } from '../api/reads';
import { useScope } from '../session/scope';
import type { FilterOption } from './filter-select';

/** API keys to filter by. */
export function useKeyOptions(): () => Promise<readonly FilterOption[]> {
  const { api } = useScope();
  return useCallback(async () => {
    const keys = await readAll(api, '/keys');
    return keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` }));
  }, [api]);
}
