import type { ReactNode } from 'react';
import { unwrap } from '../../api/client';
import type { Topic } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useAll } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { segmentTexts } from '../../texts/segments';
import { useChange } from '../../ui/use-change';
import { SegmentSelect } from '../segments/segment-select';
import { useTopics } from '../topics/topic-select';

const { subscribers: words } = broadcastTexts;
const nameCharsMax = 120;
/** Before the slug of a topic. No id of a segment has a colon. */
const topicPrefix = 'topic:';

/** Chooses the segment of a broadcast. All subscribers of a topic become a segment when they are chosen. */
export function BroadcastSegmentSelect({
  description,
  value,
  onChange,
}: {
  readonly description?: ReactNode;
  readonly value: string;
  /** The topic is undefined where a segment was chosen that exists. */
  readonly onChange: (chosen: { readonly segment: string; readonly topic?: string }) => void;
}) {
  const { api } = useScope();
  const canCreate = useHasRole('admin');
  const { data: segments } = useAll('/segments');
  const existing = new Set(segments?.map(({ filter }) => topicOf(filter)));
  // None before the segments are known: a topic might get a second one.
  const topics = useTopics().filter(({ slug }) => canCreate && segments && !existing.has(slug));
  const create = useChange({
    run: async ({ slug, name }: Pick<Topic, 'slug' | 'name'>) => {
      const filter = { all: [{ topic: slug, state: 'SUBSCRIBED' as const }] };
      const body = { name: words.of(name).slice(0, nameCharsMax), filter };
      return { topic: slug, segment: (await unwrap(api.POST('/segments', { body }))).id };
    },
    message: segmentTexts.created,
    done: onChange,
  });
  return (
    <SegmentSelect
      description={description}
      disabled={create.isPending}
      more={topics.map(({ slug, name }) => ({ value: `${topicPrefix}${slug}`, label: words.of(name) }))}
      moreLabel={words.group}
      value={value}
      onChange={(id) => {
        const topic = topics.find(({ slug }) => id === `${topicPrefix}${slug}`);
        if (topic === undefined) onChange({ segment: id });
        else create.mutate(topic);
      }}
    />
  );
}

/** The topic whose subscribers a filter has, without other conditions. */
function topicOf({ all, any }: { readonly all: readonly unknown[]; readonly any?: unknown }): string | null {
  const [condition] = all as readonly { readonly topic?: string; readonly state?: string }[];
  const isAlone = all.length === 1 && any === undefined;
  return isAlone && condition?.state === 'SUBSCRIBED' ? (condition.topic ?? null) : null;
}
