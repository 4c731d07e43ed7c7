import { SimpleGrid } from '@mantine/core';
import { useRead } from '../../session/use-read';
import { webhookTexts as words } from '../../texts/webhooks';
import { Figure } from '../../ui/figure';

/** As many as one page of the list has. */
const sampleMax = 100;
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** How the last deliveries went. Nothing before the first one. */
export function DeliveryHealth({ webhookId }: { readonly webhookId: string }) {
  const { data } = useRead(
    '/webhooks/{id}/deliveries',
    { path: { id: webhookId }, query: { limit: sampleMax } },
    { refetchInterval: 10_000 },
  );
  if (data === undefined || data.data.length === 0) return null;
  const count = (status: string) => data.data.filter((each) => each.status === status).length;
  const delivered = count('delivered');
  const exhausted = count('exhausted');
  const ended = delivered + exhausted;
  const retried = data.data.filter(({ attempt_count: attempts }) => attempts > 1).length;
  const latency = medianOf(data.data.flatMap(({ latency_ms: each }) => (each === null ? [] : [each])));
  return (
    <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="sm" role="group" aria-label={words.health.title}>
      <Figure
        label={words.health.rate}
        value={ended === 0 ? '–' : percents.format(delivered / ended)}
        note={words.health.of(data.data.length)}
        tone={exhausted > 0 ? 'bad' : undefined}
      />
      <Figure
        label={words.health.latency}
        value={latency === null ? '–' : words.delivery.milliseconds(latency)}
      />
      <Figure label={words.health.pending} value={String(count('pending'))} />
      <Figure label={words.health.retried} value={String(retried)} />
      <Figure label={words.health.exhausted} value={String(exhausted)} />
    </SimpleGrid>
  );
}

function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
