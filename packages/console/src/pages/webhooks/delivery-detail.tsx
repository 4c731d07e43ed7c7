import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { WebhookDelivery } from '../../api/types';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { texts } from '../../texts/texts';
import { webhookTexts } from '../../texts/webhooks';
import { StatusBadge } from '../../ui/badge';
import { CodeBlock, CopyValue } from '../../ui/copy';
import { Facts, Panel } from '../../ui/panel';
import { ExactTime, Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';

const { delivery: words } = webhookTexts;

interface DeliveryPlace {
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** One delivery with its attempts. */
export function DeliveryDetail({
  webhookId,
  deliveryId,
  canReplay,
}: DeliveryPlace & { readonly canReplay: boolean }) {
  const path = { id: webhookId, delivery_id: deliveryId };
  const query = useRead(
    '/webhooks/{id}/deliveries/{delivery_id}',
    { path },
    { refetchInterval: ({ state }) => state.data?.status === 'pending' && 3_000 },
  );
  const { data: delivery } = query;
  if (delivery === undefined) return <PendingPage query={query} />;
  return (
    <Stack gap="lg">
      <DeliveryFacts delivery={delivery} />
      <SentRequest delivery={delivery} />
      {canReplay && delivery.status !== 'pending' && <ReplayButton {...{ webhookId, deliveryId }} />}
      <div>
        <Title order={3} mb={6}>
          {words.attempts}
        </Title>
        {delivery.attempts.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.noAttempts}
          </Text>
        )}
        <Stack gap="sm">
          {delivery.attempts.toReversed().map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </Stack>
      </div>
    </Stack>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: WebhookDelivery }) {
  return (
    <Facts
      facts={[
        [
          words.facts.event,
          <span key="event" className="mono">
            {delivery.event_type}
          </span>,
        ],
        [words.facts.status, <StatusBadge key="status" status={delivery.status} />],
        [words.facts.id, <CopyValue key="id" value={delivery.id} />],
        [words.facts.email, <EmailLink key="email" id={delivery.email_id} />],
        [words.facts.created, <ExactTime key="created" at={delivery.created_at} />],
        [words.facts.delivered, <Time key="delivered" at={delivery.delivered_at} />],
        [words.facts.next, <Time key="next" at={delivery.next_attempt_at} />],
      ]}
    />
  );
}

/** Headers and body, as the endpoint gets them. */
function SentRequest({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { request_headers: headers, body, body_rebuilt: isRebuilt } = delivery;
  const lines = headers.map(({ name, value }) => `${name}: ${value ?? words.madeAtAttempt}`);
  return (
    <Stack gap="xs">
      <Title order={3}>{words.request}</Title>
      <CodeBlock code={lines.join('\n')} wrap label={words.requestHeaders} />
      <Hint>{words.signatureText}</Hint>
      {body === null ? (
        <Hint>{words.bodyMissing}</Hint>
      ) : (
        <CodeBlock code={prettyJson(body)} wrap label={words.requestBody} />
      )}
      {isRebuilt && <Hint>{words.rebuiltText}</Hint>}
    </Stack>
  );
}

function Hint({ children }: { readonly children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}

function EmailLink({ id }: { readonly id: string | null }) {
  if (id === null) return texts.common.none;
  return (
    <Link to="/emails/$id" params={{ id }} className="mono">
      {id}
    </Link>
  );
}

function ReplayButton({ webhookId, deliveryId }: DeliveryPlace) {
  const { api } = useScope();
  const path = { id: webhookId, delivery_id: deliveryId };
  const replay = useChange({
    run: () => unwrap(api.POST('/webhooks/{id}/deliveries/{delivery_id}/replay', { params: { path } })),
    message: words.replayed,
  });
  return (
    <Button w="fit-content" loading={replay.isPending} onClick={() => replay.mutate()}>
      {words.replay}
    </Button>
  );
}

function Attempt({ attempt }: { readonly attempt: WebhookDelivery['attempts'][number] }) {
  const { number, at, status, latency_ms: latency, error, response } = attempt;
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <Panel
      title={words.attempt(number)}
      actions={
        <StatusBadge
          status={status === null ? words.noAnswer : String(status)}
          tone={isGood ? 'good' : 'bad'}
        />
      }
    >
      <Text size="xs" c="dimmed" mb={6}>
        <ExactTime at={at} /> · {words.milliseconds(latency)}
      </Text>
      {error !== null && <Text size="sm">{error}</Text>}
      {response !== null && response !== '' && <CodeBlock code={response} wrap label={words.response} />}
    </Panel>
  );
}

/** Bodies are JSON of this service. */
function prettyJson(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
