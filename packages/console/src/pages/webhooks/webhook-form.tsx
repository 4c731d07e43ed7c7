import { MultiSelect, Select, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { Webhook } from '../../api/types';
import { useScope } from '../../session/scope';
import { webhookTexts as words } from '../../texts/webhooks';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';
import { groupedEventTypes, type EventType } from './event-types';
import type { ShownSecret } from './new-secret';

interface WebhookValues {
  url: string;
  events: EventType[];
  description: string;
  format: Webhook['format'];
}

const valuesOf = (webhook: Webhook | undefined): WebhookValues => ({
  url: webhook?.url ?? '',
  events: [...(webhook?.events ?? [])],
  description: webhook?.description ?? '',
  format: webhook?.format ?? 'postrider',
});

/** Adds an endpoint, or changes the given one. */
export function WebhookForm({
  webhook,
  opened,
  close,
  created,
}: {
  readonly webhook?: Webhook;
  readonly opened: boolean;
  readonly close: () => void;
  readonly created?: (secret: ShownSecret) => void;
}) {
  const { api } = useScope();
  const { form, dialog } = useFormDialog<WebhookValues, ShownSecret | null>({
    close,
    opened,
    initialValues: valuesOf(webhook),
    run: async ({ url, events, description, format }) => {
      const values = { url, events, format, description: description === '' ? null : description };
      if (webhook !== undefined) {
        const params = { path: { id: webhook.id } };
        await unwrap(api.PATCH('/webhooks/{id}', { params, body: values }));
        return null;
      }
      const body = { ...values, description: values.description ?? undefined };
      return unwrap(api.POST('/webhooks', { body }));
    },
    message: webhook === undefined ? undefined : words.saved,
    done: (secret) => {
      if (secret !== null) created?.(secret);
    },
  });
  return (
    <FormModal
      {...dialog}
      title={webhook === undefined ? words.add : words.editTitle}
      action={webhook === undefined ? words.add : words.save}
      size="lg"
    >
      <TextInput
        type="url"
        label={words.fields.url}
        description={words.fields.urlText}
        placeholder="https://example.com/webhooks"
        data-autofocus
        required
        {...form.getInputProps('url')}
      />
      <MultiSelect
        label={words.fields.events}
        description={words.fields.eventsText}
        data={groupedEventTypes}
        clearable
        searchable
        {...form.getInputProps('events')}
      />
      <TextInput label={words.fields.description} {...form.getInputProps('description')} />
      <Select
        label={words.fields.format}
        data={Object.entries(words.fields.formats).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('format')}
      />
    </FormModal>
  );
}
