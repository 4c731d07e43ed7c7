import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAll, useRead } from '../../session/use-read';
import { broadcastTexts as words } from '../../texts/broadcasts';

/** The segments of the organization, which every role may list; none while they are loaded. */
export function useSegments(enabled = true) {
  return useAll('/segments', { enabled }).data ?? [];
}

interface SegmentSelectProps {
  readonly description?: ReactNode;
  readonly disabled?: boolean;
  /** Options below the segments, under a label of their own. */
  readonly more?: readonly { readonly value: string; readonly label: string }[];
  readonly moreLabel?: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Chooses a segment by its id. */
export function SegmentSelect({
  description,
  disabled = false,
  more = [],
  moreLabel = '',
  value,
  onChange,
}: SegmentSelectProps) {
  const segments = useSegments().map(({ id, name }) => ({ value: id, label: name }));
  const groups = [
    { group: words.segments, items: segments },
    { group: moreLabel, items: [...more] },
  ];
  return (
    <Select
      label={words.segment}
      description={description}
      required
      searchable
      disabled={disabled}
      data={more.length === 0 ? segments : groups.filter(({ items }) => items.length > 0)}
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
