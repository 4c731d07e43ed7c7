import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { unwrap } from '../../api/client';
import type { Webhook } from '../../api/types';
import { useScope } from '../../session/scope';
import { webhookTexts } from '../../texts/webhooks';
import { CodeBlock } from '../../ui/copy';
import { FormModal } from '../../ui/form-modal';
import { useFilters } from '../../ui/use-filters';
import { useFormDialog } from '../../ui/use-form-dialog';
import { sampleOf } from './event-types';

const { test: words } = webhookTexts;

/** Sends an event with sample data, and opens its delivery. */
export function SendTest({ webhook }: { readonly webhook: Webhook }) {
  const { api } = useScope();
  const [isOpen, { open, close }] = useDisclosure();
  const [, change] = useFilters(['delivery']);
  const { dialog } = useFormDialog({
    close,
    run: () => unwrap(api.POST('/webhooks/{id}/test', { params: { path: { id: webhook.id } } })),
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
        <CodeBlock code={sampleOf('webhook.test')} label={words.sample} />
      </FormModal>
    </>
  );
}
