import { Alert, Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { settle, unwrap } from '../../api/client';
import type { Webhook } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { texts } from '../../texts/texts';
import { webhookTexts as words } from '../../texts/webhooks';
import { BackLink } from '../../ui/back-link';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { Facts, Panel } from '../../ui/panel';
import { PendingPage } from '../../shell/pending-page';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { usePathId } from '../../ui/use-path-id';
import { DeliveryHealth } from './delivery-health';
import { DeliveryList } from './delivery-list';
import { NewSecret, type ShownSecret } from './new-secret';
import { ReplayEvents } from './replay-events';
import { SendTest } from './send-test';
import { VerifierPanel } from './verifier-panel';
import { WebhookForm } from './webhook-form';

export function WebhookPage() {
  const id = usePathId();
  const canChange = useHasRole('admin');
  const query = useRead('/webhooks/{id}', { path: { id } }, { refetchInterval: 10_000 });
  const { data: webhook } = query;
  if (webhook === undefined) return <PendingPage query={query} />;
  return (
    <>
      <BackLink to="/webhooks" label={texts.navigation.pages.webhooks} />
      <PageHeader
        title={webhook.url}
        description={<StatusBadge status={webhook.status} />}
        curl={{ path: `/webhooks/${id}/deliveries`, docs: 'webhooks#listWebhookDeliveries' }}
      >
        {canChange && <Actions webhook={webhook} />}
      </PageHeader>
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

function Actions({ webhook }: Shown) {
  const { api } = useScope();
  const [isEditing, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const params = { path: { id: webhook.id } };
  return (
    <Group gap="xs">
      <SwitchButton webhook={webhook} />
      <DeleteButton webhook={webhook} />
      <ConfirmButton
        title={words.rotateTitle}
        text={words.rotateText}
        action={words.rotate}
        run={() => unwrap(api.POST('/webhooks/{id}/rotate-secret', { params }))}
        done={setSecret}
      />
      <Button variant="default" onClick={open}>
        {words.edit}
      </Button>
      <ReplayEvents webhook={webhook} />
      <SendTest webhook={webhook} />
      <WebhookForm webhook={webhook} opened={isEditing} close={close} />
      <NewSecret shown={secret} close={() => setSecret(null)} />
    </Group>
  );
}

function SwitchButton({ webhook: { id, status } }: Shown) {
  const { api } = useScope();
  const next = status === 'enabled' ? 'disabled' : 'enabled';
  const change = useChange({
    run: () => unwrap(api.PATCH('/webhooks/{id}', { params: { path: { id } }, body: { status: next } })),
    message: words[next],
  });
  return (
    <Button
      variant="default"
      c={next === 'disabled' ? 'var(--bad)' : undefined}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {next === 'enabled' ? words.enable : words.disable}
    </Button>
  );
}

function DeleteButton({ webhook: { id } }: Shown) {
  const { api } = useScope();
  return (
    <ConfirmButton
      title={words.deleteTitle}
      text={words.deleteText}
      action={words.delete}
      run={() => settle(api.DELETE('/webhooks/{id}', { params: { path: { id } } }))}
      message={words.deleted}
      leaveTo="/webhooks"
    />
  );
}
