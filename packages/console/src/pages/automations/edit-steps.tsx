import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { unwrapVersioned } from '../../api/client';
import type { Automation, UpdateAutomation } from '../../api/types';
import { SaveState } from '../../saving/save-state';
import { useAutosave } from '../../saving/use-autosave';
import { useScope } from '../../session/scope';
import { automationTexts as words } from '../../texts/automations';
import { CodeEditor } from '../../ui/code-editor';
import { FormModal } from '../../ui/form-modal';
import { useSenders } from '../../ui/from-field';
import { notify } from '../../ui/notify';
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

interface Draft {
  readonly json: string;
}

const draftOf = ({ trigger, steps }: Automation): Draft => ({
  json: JSON.stringify({ trigger, steps }, null, 2),
});

const bodyOf = ({ json }: Draft): Edited => {
  const { trigger, steps } = (objectOf(json) ?? {}) as Edited;
  return { trigger, steps };
};

/** The JSON of trigger and steps. The API checks it, and its errors name the place. */
export function EditSteps({ automation }: { readonly automation: Automation }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.edit}
      </Button>
      {isOpen && <StepsDialog automation={automation} close={close} />}
    </>
  );
}

/** Each save makes a version that runs begin with, so it is saved as a whole; until then it is kept in the tab. */
function StepsDialog({ automation, close }: { readonly automation: Automation; readonly close: () => void }) {
  const { api } = useScope();
  const { initial: from } = useSenders('bulk');
  const params = { path: { id_or_slug: automation.id } };
  const saving = useAutosave<Draft, Edited, Automation>({
    path: `/automations/${automation.id}`,
    isManual: true,
    ...{ stored: automation, draftOf, bodyOf },
    read: () => unwrapVersioned(api.GET('/automations/{id_or_slug}', { params })),
    write: (body, { headers }) =>
      unwrapVersioned(api.PATCH('/automations/{id_or_slug}', { params, body, headers })),
  });
  const { draft, change } = saving;
  const edited = objectOf(draft.json) as Edited | null;
  const save = useChange({
    run: () => saving.flush(),
    done: (isSaved) => {
      if (!isSaved) return;
      notify(words.saved);
      close();
    },
  });
  const append = (example: object) =>
    change({ json: JSON.stringify({ ...edited, steps: [...(edited?.steps ?? []), example] }, null, 2) });
  return (
    <FormModal
      opened
      close={close}
      title={words.editTitle}
      action={words.save}
      submit={(event) => {
        event.preventDefault();
        if (edited !== null) save.mutate();
      }}
      change={{ error: null, isPending: save.isPending, reset: save.reset }}
      size="xl"
      // It is kept in the tab, and shown again.
      asksBeforeClosing={false}
    >
      <SaveState saving={saving} labels={{ json: words.json }} />
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
      <CodeEditor
        label={words.json}
        language="json"
        value={draft.json}
        onChange={(json) => change({ json })}
      />
    </FormModal>
  );
}
