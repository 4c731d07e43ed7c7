import { Alert, Button, MultiSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Webhook, WebhookReplay } from '../../api/types';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { texts } from '../../texts/texts';
import { webhookTexts } from '../../texts/webhooks';
import { Dialog } from '../../ui/dialog';
import { FormModal } from '../../ui/form-modal';
import { localTime, timeOfInput } from '../../ui/time-input';
import { useFormDialog } from '../../ui/use-form-dialog';
import { eventTypes } from './event-types';

const { replay: words } = webhookTexts;

type ReplayEvent = WebhookReplay['events'][number];

/** Types that a replay can name. */
const replayable = eventTypes.filter((type) => type !== 'webhook.test' && type !== 'email.received');
const hourMs = 3_600_000;

/** Sends the events of a period again, and shows how far that is. */
export function ReplayEvents({
  webhook,
  opened,
  close,
}: {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly close: () => void;
}) {
  const { api } = useScope();
  const [replayId, setReplayId] = useState<string | null>(null);
  const { form, dialog } = useFormDialog({
    ...{ opened, close },
    initialValues: {
      since:
        webhook.failing_since === null ? localTime(Date.now() - hourMs) : localTime(webhook.failing_since),
      until: '',
      events: [] as ReplayEvent[],
    },
    run: ({ since, until, events }) =>
      unwrap(
        api.POST('/webhooks/{id}/replay', {
          params: { path: { id: webhook.id } },
          body: {
            since: timeOfInput(since),
            ...(until !== '' && { until: timeOfInput(until) }),
            ...(events.length > 0 && { events }),
          },
        }),
      ),
    done: ({ id }) => setReplayId(id),
  });
  return (
    <>
      <FormModal {...dialog} title={words.title} action={words.start}>
        <Text size="sm">{words.text}</Text>
        <TextInput type="datetime-local" label={words.since} required {...form.getInputProps('since')} />
        <TextInput
          type="datetime-local"
          label={words.until}
          description={words.untilText}
          {...form.getInputProps('until')}
        />
        <MultiSelect
          label={words.events}
          description={words.eventsText}
          data={replayable}
          clearable
          {...form.getInputProps('events')}
        />
      </FormModal>
      {replayId !== null && (
        <ReplayProgress webhookId={webhook.id} replayId={replayId} close={() => setReplayId(null)} />
      )}
    </>
  );
}

function ReplayProgress({
  webhookId,
  replayId,
  close,
}: {
  readonly webhookId: string;
  readonly replayId: string;
  readonly close: () => void;
}) {
  const { data } = useRead(
    '/webhooks/{id}/replays/{replay_id}',
    { path: { id: webhookId, replay_id: replayId } },
    { refetchInterval: ({ state }) => state.data?.status !== 'finished' && 1_000 },
  );
  return (
    <Dialog opened onClose={close} title={words.title}>
      {data !== undefined && (
        <Alert color={data.status === 'stopped' ? 'red' : 'accent'} variant="light" mb="md" role="status">
          {words[data.status](data.deliveries)}
        </Alert>
      )}
      <Button variant="default" onClick={close}>
        {texts.common.done}
      </Button>
    </Dialog>
  );
}
