import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useAll } from '../session/use-read';

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

export function useDomainQuery() {
  return useAll('/domains');
}

/** The domains of the organization; none while they are loaded. */
export function useDomains() {
  return useDomainQuery().data ?? [];
}
