import { Button, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { unwrap } from '../../api/client';
import type { Webhook } from '../../api/types';
import { useScope } from '../../session/scope';
import { webhookTexts } from '../../texts/webhooks';
import { CodeBlock } from '../../ui/copy';
import { FormModal } from '../../ui/form-modal';
import { useFilters } from '../../ui/use-filters';
import { useFormDialog } from '../../ui/use-form-dialog';
import { groupedEventTypes, sampleOf, type EventType } from './event-types';

const { test: words } = webhookTexts;

const initialValues: { event_type: EventType } = { event_type: 'webhook.test' };

/** Sends an event with sample data, and opens its delivery. */
export function SendTest({ webhook }: { readonly webhook: Webhook }) {
  const { api } = useScope();
  const [isOpen, { open, close }] = useDisclosure();
  const [, change] = useFilters(['delivery']);
  const { form, dialog } = useFormDialog({
    initialValues,
    close,
    run: (body) => unwrap(api.POST('/webhooks/{id}/test', { params: { path: { id: webhook.id } }, body })),
    message: words.sent,
    done: ({ id }) => change({ delivery: id }),
  });
  return (
    <>
      <Button disabled={webhook.status === 'disabled'} onClick={open}>
        {words.button}
      </Button>
      <FormModal {...dialog} opened={isOpen} title={words.title} action={words.send} size="lg">
        <Text size="sm">{words.text}</Text>
        <Select
          label={words.event}
          data={groupedEventTypes}
          allowDeselect={false}
          searchable
          {...form.getInputProps('event_type')}
        />
        <CodeBlock code={sampleOf(form.values.event_type)} label={words.sample} />
      </FormModal>
    </>
  );
}
