import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useRead } from '../session/use-read';

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
  return useRead('/domains', { query: { limit: 100 } });
}

/** The same; none while they are loaded. */
export function useDomains() {
  return useDomainQuery().data?.data ?? [];
}
