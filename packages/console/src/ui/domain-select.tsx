import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { useScope } from '../session/scope';

/** Chooses domains of the organization by their ids. */
export function DomainSelect(props: Omit<MultiSelectProps, 'data'>) {
  const domains = useDomains();
  return (
    <MultiSelect
      clearable
      searchable
      {...props}
      placeholder={props.value?.length ? undefined : props.placeholder}
      data={domains.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** The first hundred domains of the organization. */
export function useDomainQuery() {
  const { api, queryKey } = useScope();
  return useQuery({
    queryKey: [...queryKey, 'domain-names'],
    queryFn: async () => (await unwrap(api.GET('/domains', { params: { query: { limit: 100 } } }))).data,
  });
}

/** The same; none while they are loaded. */
export function useDomains() {
  return useDomainQuery().data ?? [];
}
