import { Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { metrics as words } from '../texts/metrics';
import { useDomains } from './domain-select';
import type { ChangeFilters, Filters } from './use-filters';

/** Period and domain of figures; 30 days of the whole organization by default. */
export function MeasureFilters({
  filters,
  change,
  children,
}: {
  readonly filters: Filters<'days' | 'domain'>;
  readonly change: ChangeFilters<'days' | 'domain'>;
  /** Further filters. */
  readonly children?: ReactNode;
}) {
  const domains = useDomains();
  return (
    <Group gap="xs" mb="md" role="search">
      <Select
        size="xs"
        w="9rem"
        aria-label={words.period}
        data={['7', '14', '30', '45', '90'].map((value) => ({ value, label: words.days(value) }))}
        value={filters.days ?? '30'}
        onChange={(value) => change({ days: value ?? undefined })}
      />
      <Select
        size="xs"
        w="12rem"
        clearable
        aria-label={words.filters.domain}
        placeholder={words.filters.domain}
        data={domains.map(({ name }) => name)}
        value={filters.domain ?? null}
        onChange={(value) => change({ domain: value ?? undefined })}
      />
      {children}
    </Group>
  );
}
