import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Automation, UpdateAutomation } from '../../api/types';
import { useScope } from '../../session/scope';
import { automationTexts as words } from '../../texts/automations';
import { CodeEditor } from '../../ui/code-editor';
import { FormModal } from '../../ui/form-modal';
import { useSenders } from '../../ui/from-field';
import { useChange } from '../../ui/use-change';
import { objectOf } from '../templates/sample-data';

type Edited = Pick<UpdateAutomation, 'trigger' | 'steps'>;

/** Steps to start from. */
const examplesFrom = (from: string): readonly { readonly type: keyof typeof words.stepNames }[] => [
  {
    type: 'send',
    ...{ from, subject: 'Hello', text: 'Hello {{ contact.first_name }}' },
  },
  { type: 'wait', ...{ duration: '1d' } },
  { type: 'wait_until', ...{ event: 'order.paid', timeout: '3d' } },
  { type: 'condition', ...{ if: { all: [{ waited: 'timeout' }] }, then: [], else: [] } },
  { type: 'update_contact', ...{ properties: { plan: 'pro' } } },
  { type: 'webhook', ...{ url: 'https://example.com/hook' } },
];

/** The JSON of trigger and steps. The API checks it, and its errors name the place. */
export function EditSteps({ automation }: { readonly automation: Automation }) {
  const { api } = useScope();
  const { initial: from } = useSenders('bulk');
  const [isOpen, { open, close }] = useDisclosure();
  const stored = JSON.stringify({ trigger: automation.trigger, steps: automation.steps }, null, 2);
  const [text, setText] = useState(stored);
  const edited = objectOf(text) as Edited | null;
  const save = useChange({
    run: (body: Edited) =>
      unwrap(
        api.PATCH('/automations/{id_or_slug}', { params: { path: { id_or_slug: automation.id } }, body }),
      ),
    message: words.saved,
    done: close,
    showsError: true,
  });
  const append = (example: object) =>
    setText(JSON.stringify({ ...edited, steps: [...(edited?.steps ?? []), example] }, null, 2));
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setText(stored);
          save.reset();
          open();
        }}
      >
        {words.edit}
      </Button>
      <FormModal
        opened={isOpen}
        close={close}
        title={words.editTitle}
        action={words.save}
        submit={(event) => {
          event.preventDefault();
          if (edited !== null) save.mutate(edited);
        }}
        change={save}
        size="xl"
      >
        <Text size="sm" c={edited === null ? 'var(--bad)' : 'dimmed'} role="status">
          {edited === null ? words.invalid : words.editText}
        </Text>
        <Group gap="xs" role="group" aria-label={words.append}>
          <Text size="xs" c="dimmed">
            {words.append}:
          </Text>
          {examplesFrom(from).map((example) => (
            <Button
              key={example.type}
              variant="default"
              size="compact-xs"
              disabled={edited === null}
              onClick={() => append(example)}
            >
              {words.stepNames[example.type]}
            </Button>
          ))}
        </Group>
        <CodeEditor label={words.json} language="json" value={text} onChange={setText} />
      </FormModal>
    </>
  );
}
