import { Alert, Stack } from '@mantine/core';
import type { Webhook } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { texts } from '../../texts/texts';
import { webhookTexts as words } from '../../texts/webhooks';
import { CopyValue } from '../../ui/copy';
import { Facts, Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { usePathId } from '../../ui/use-path-id';
import { DeliveryHealth } from './delivery-health';
import { DeliveryList } from './delivery-list';
import { VerifierPanel } from './verifier-panel';
import { WebhookHeader } from './webhook-header';

export function WebhookPage() {
  const id = usePathId();
  const canChange = useHasRole('admin');
  const query = useRead('/webhooks/{id}', { path: { id } }, { refetchInterval: 10_000 });
  const { data: webhook } = query;
  if (webhook === undefined) return <PendingPage query={query} />;
  return (
    <>
      <WebhookHeader webhook={webhook} />
      <Stack>
        <StateAlert webhook={webhook} />
        <DeliveryHealth webhookId={id} />
        <Panel title={words.details}>
          <WebhookFacts webhook={webhook} />
        </Panel>
        <DeliveryList webhookId={id} canReplay={canChange} />
        <VerifierPanel />
      </Stack>
    </>
  );
}

function StateAlert({ webhook: { status, disabled_reason: reason, failing_since: failing } }: Shown) {
  if (status === 'disabled')
    return <Alert color="red" variant="light" title={words.alerts[reason ?? 'manual']} />;
  if (failing === null) return null;
  return <Alert color="yellow" variant="light" title={words.alerts.failingNow} />;
}

interface Shown {
  readonly webhook: Webhook;
}

function WebhookFacts({ webhook }: Shown) {
  return (
    <Facts
      facts={[
        [words.facts.id, <CopyValue key="id" value={webhook.id} />],
        [words.facts.format, webhook.format],
        [words.facts.events, webhook.events.length === 0 ? words.eventCount(0) : webhook.events.join(', ')],
        [words.facts.description, webhook.description ?? texts.common.none],
        [words.facts.failingSince, <Time key="failing" at={webhook.failing_since} />],
        [words.facts.created, <Time key="created" at={webhook.created_at} />],
      ]}
    />
  );
}
