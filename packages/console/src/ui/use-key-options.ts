import { useCallback } from 'react';
import { unwrap } from '../api/client';
import { useScope } from '../session/scope';
import type { FilterOption } from './filter-select';

/** API keys to filter by. */
export function useKeyOptions(): () => Promise<readonly FilterOption[]> {
  const { api } = useScope();
  return useCallback(async () => {
    const { data } = await unwrap(api.GET('/keys', { params: { query: { limit: 100 } } }));
    return data.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` }));
  }, [api]);
}
