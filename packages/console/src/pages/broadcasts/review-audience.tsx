import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Broadcast, BroadcastEstimate } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { BroadcastLink } from '../../ui/broadcast-link';
import { Facts } from '../../ui/panel';
import { useTopics } from '../topics/topic-select';

const { review: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');

interface Audience {
  readonly broadcast: Broadcast;
  /** Undefined until it is read, and for a resend. */
  readonly estimate: BroadcastEstimate | undefined;
}

/** How many contacts get it, and who is left out. */
export function ReviewAudience({ broadcast, estimate }: Audience) {
  if (broadcast.parent_id !== null)
    return (
      <Text size="sm">
        {words.notOpened} <BroadcastLink id={broadcast.parent_id} />
      </Text>
    );
  return (
    <Stack gap="sm">
      <div role="status" aria-label={words.recipients}>
        <Text fz={28} lh={1.2} fw={600}>
          {estimate === undefined || estimate.recipients === null
            ? broadcastTexts.audience.counting
            : countOf(estimate.recipients, estimate)}
        </Text>
        <Text size="sm" c="dimmed">
          {words.recipientsText}
        </Text>
      </div>
      <AudienceFacts broadcast={broadcast} estimate={estimate} />
    </Stack>
  );
}

function AudienceFacts({ broadcast, estimate }: Audience) {
  const segment = useRead('/segments/{id}', { path: { id: broadcast.segment_id } }, { retry: false });
  const topic = useTopics().find(({ slug }) => slug === broadcast.topic)?.name ?? broadcast.topic;
  return (
    <Facts
      facts={[
        [
          broadcastTexts.segment,
          <Anchor
            key="segment"
            component={Link}
            to={`/segments/${broadcast.segment_id}`}
            size="sm"
            underline="always"
          >
            {segment.data?.name ?? broadcast.segment_id}
          </Anchor>,
        ],
        ...(estimate === undefined ? [] : estimateFacts(estimate, topic)),
      ]}
    />
  );
}

function estimateFacts(estimate: BroadcastEstimate, topic: string): readonly (readonly [string, string])[] {
  const { contacts, sample, expected_seconds: seconds, limits } = estimate;
  const left = (some: number): string => {
    if (contacts === null) return broadcastTexts.audience.counting;
    const share = sample.contacts === 0 ? 0 : some / sample.contacts;
    return countOf(sample.complete ? some : Math.round(contacts * share), estimate);
  };
  return [
    [words.contacts, contacts === null ? broadcastTexts.audience.counting : numbers.format(contacts)],
    [words.suppressed, left(sample.suppressed)],
    [words.notSubscribed(topic), left(sample.unsubscribed)],
    [words.duration, seconds === null ? words.unknownDuration : words.minutes(Math.ceil(seconds / 60))],
    ...limitsOf(limits).map((limit) => [words.limits, limit] as const),
  ];
}

/** Of a large segment only a sample was looked at. */
function countOf(count: number, { sample }: BroadcastEstimate): string {
  return sample.complete ? numbers.format(count) : words.about(numbers.format(count));
}

function limitsOf(limits: BroadcastEstimate['limits']): readonly string[] {
  const named = [
    [words.limitNames.monthly, limits.monthly_remaining],
    [words.limitNames.daily, limits.daily_remaining],
    [words.limitNames.domain, limits.domain_daily_cap],
  ] as const;
  const found = [
    ...named.flatMap(([name, limit]) => (limit === null ? [] : [`${name}: ${numbers.format(limit)}`])),
    ...(limits.warming_up ? [words.limitNames.warmUp] : []),
  ];
  return found.length === 0 ? [] : [found.join(', ')];
}
