import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Webhook } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { texts } from '../../texts/texts';
import { webhookTexts as words } from '../../texts/webhooks';
import { StatusBadge } from '../../ui/badge';
import { PageHeader, type HeaderAction } from '../../ui/page-header';
import { useChange } from '../../ui/use-change';
import { useDeletion } from '../../ui/use-deletion';
import { NewSecret, type ShownSecret } from './new-secret';
import { ReplayEvents } from './replay-events';
import { SendTest } from './send-test';
import { WebhookForm } from './webhook-form';

export function WebhookHeader({ webhook }: { readonly webhook: Webhook }) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const [isEditing, { open, close }] = useDisclosure();
  const [isReplaying, replay] = useDisclosure();
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const { id, status, failing_since: failing } = webhook;
  const params = { path: { id } };
  const next = status === 'enabled' ? 'disabled' : 'enabled';
  const change = useChange({
    run: (to: 'enabled' | 'disabled') =>
      unwrap(api.PATCH('/webhooks/{id}', { params, body: { status: to } })),
    message: words[next],
  });
  const deletion = useDeletion({ path: '/webhooks/{id}', params: { id }, words, leaveTo: '/webhooks' });
  const menu: readonly HeaderAction[] = [
    { label: words.replay.button, run: replay.open },
    {
      label: words.rotate,
      asks: {
        ...{ title: words.rotateTitle, text: words.rotateText, action: words.rotate, actionColor: 'accent' },
        run: async () => setSecret(await unwrap(api.POST('/webhooks/{id}/rotate-secret', { params }))),
      },
    },
    next === 'enabled'
      ? { label: words.enable, run: () => change.mutate('enabled') }
      : { label: words.disable, destroys: true, run: () => change.mutate('disabled') },
    deletion,
  ];
  return (
    <>
      <PageHeader
        parent={{ to: '/webhooks', label: texts.navigation.pages.webhooks }}
        title={webhook.url}
        state={
          <StatusBadge
            status={failing !== null && status === 'enabled' ? 'failing' : status}
            tone={failing !== null ? 'bad' : undefined}
          />
        }
        menu={canChange ? menu : []}
        curl={{ path: `/webhooks/${id}/deliveries`, docs: 'webhooks#listWebhookDeliveries' }}
      >
        {canChange && (
          <>
            <Button variant="default" onClick={open}>
              {words.edit}
            </Button>
            <SendTest webhook={webhook} />
          </>
        )}
      </PageHeader>
      <WebhookForm webhook={webhook} opened={isEditing} close={close} />
      <ReplayEvents webhook={webhook} opened={isReplaying} close={replay.close} />
      <NewSecret shown={secret} close={() => setSecret(null)} />
    </>
  );
}
