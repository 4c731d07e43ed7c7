import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { broadcastTexts as words } from '../../texts/broadcasts';

/** Chooses one of the first hundred segments, which every role may list. */
export function SegmentSelect({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const { api, queryKey } = useScope();
  const { data } = useQuery({
    queryKey: [...queryKey, 'segment-names'],
    queryFn: () => unwrap(api.GET('/segments', { params: { query: { limit: 100 } } })),
  });
  return (
    <Select
      label={words.segment}
      required
      searchable
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

/** Contacts of the segment now; null while they are counted. */
export function useSegmentCount(segmentId: string): number | null {
  const { api, queryKey } = useScope();
  const { data } = useQuery({
    queryKey: [...queryKey, 'segment', segmentId],
    enabled: segmentId !== '',
    queryFn: () => unwrap(api.GET('/segments/{id}', { params: { path: { id: segmentId } } })),
    refetchInterval: ({ state }) => state.data?.contact_count === null && 2_000,
  });
  return data?.contact_count ?? null;
}
