import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../session/use-read';
import { broadcastTexts as words } from '../../texts/broadcasts';

/** The first hundred segments, which every role may list. */
export function useSegments(enabled = true) {
  const { data } = useRead('/segments', { query: { limit: 100 } }, { enabled });
  return data?.data ?? [];
}

/** Chooses a segment by its id. */
export function SegmentSelect({
  description,
  value,
  onChange,
}: {
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const segments = useSegments();
  return (
    <Select
      label={words.segment}
      description={description}
      required
      searchable
      data={segments.map(({ id, name }) => ({ value: id, label: name }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

/** Contacts of the segment now; null while they are counted. */
export function useSegmentCount(segmentId: string): number | null {
  const { data } = useRead(
    '/segments/{id}',
    { path: { id: segmentId } },
    {
      enabled: segmentId !== '',
      refetchInterval: ({ state }) => state.data?.contact_count === null && 2_000,
    },
  );
  return data?.contact_count ?? null;
}
