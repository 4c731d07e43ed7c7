import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useQueryKey } from '../session/scope';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

function optionsOf(options: readonly string[] | Readonly<Record<string, string>>): readonly FilterOption[] {
  return Array.isArray(options)
    ? options.map((value: string) => ({ value, label: value.replaceAll('_', ' ') }))
    : Object.entries(options).map(([value, label]) => ({ value, label }));
}

/** A filter with values to choose from. A value of the address that is not among them is shown as it is. */
export function FilterSelect({
  name,
  label,
  options,
  load,
  value,
  set,
}: {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[] | Readonly<Record<string, string>> | undefined;
  readonly load: (() => Promise<readonly FilterOption[]>) | undefined;
  readonly value: string;
  readonly set: (value: string) => void;
}) {
  const queryKey = useQueryKey();
  const [isOpened, setOpened] = useState(false);
  const { data } = useQuery({
    queryKey: [...queryKey, 'filter-options', name],
    enabled: load !== undefined && (isOpened || value !== ''),
    queryFn: () => load?.() ?? [],
    staleTime: 60_000,
  });
  const known = data ?? optionsOf(options ?? []);
  const isKnown = value === '' || known.some((each) => each.value === value);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="xs"
      clearable
      searchable={load !== undefined}
      onDropdownOpen={() => setOpened(true)}
      data={isKnown ? [...known] : [...known, { value, label: value }]}
      value={value === '' ? null : value}
      onChange={(next) => set(next ?? '')}
    />
  );
}
