import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { welcomeEmails } from '../../editor/starter-document';
import { useScope } from '../../session/scope';
import { automationTexts as words } from '../../texts/automations';
import { automationEditorTexts } from '../../texts/automation-editor';
import { FormModal } from '../../ui/form-modal';
import { useSenders } from '../../ui/from-field';
import { nameWithSlug } from '../../ui/slug-from-name';
import { useFormDialog } from '../../ui/use-form-dialog';
import type { Steps, Trigger } from './automation-content';
import { newStep } from './step-changes';
import { newTrigger, newUnpublishedTrigger, type TriggerKind } from './trigger-kinds';

const { trigger: triggers } = automationEditorTexts;

export type AutomationStarter = keyof typeof words.starters;

/** Creates a paused automation. Its steps are a draft: none, or those of a series of emails. */
export function CreateAutomation({
  starter: chosen,
  close,
}: {
  readonly starter: AutomationStarter;
  readonly close: () => void;
}) {
  const { api } = useScope();
  const { initial: from } = useSenders('bulk');
  const navigate = useNavigate();
  const { form, dialog } = useFormDialog({
    close,
    initialValues: { starter: chosen, name: nameOf(chosen), slug: '', kind: 'topic' },
    run: ({ starter, name, slug, kind }) => {
      const trigger = newTrigger(kind as TriggerKind);
      return unwrap(
        api.POST('/automations', {
          body: {
            ...{ name, status: 'paused', one_per_contact: true, steps: [] },
            ...(slug !== '' && { slug }),
            // What is chosen in the editor is a draft, until it is complete.
            trigger: newUnpublishedTrigger(),
            draft: {
              trigger: { ...trigger },
              steps: starter === 'welcome' ? welcomeSteps(from, trigger) : [],
            },
          },
        }),
      );
    },
    message: words.created,
    done: ({ id }) => {
      void navigate({ to: '/automations/$id', params: { id } });
    },
  });
  return (
    <FormModal {...dialog} title={words.create} action={words.create}>
      <Radio.Group
        label={words.startWith}
        value={form.values.starter}
        onChange={(starter) => form.setValues({ starter, name: nameOf(starter) })}
      >
        <Stack gap={6} mt={6}>
          {Object.entries(words.starters).map(([value, label]) => (
            <Radio key={value} value={value} label={label} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput label={words.name} required data-autofocus {...nameWithSlug(form)} />
      <TextInput label={words.slug} description={words.slugText} {...form.getInputProps('slug')} />
      <Select
        label={triggers.label}
        description={words.kindText}
        allowDeselect={false}
        data={Object.entries(triggers.kinds).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('kind')}
      />
    </FormModal>
  );
}

const nameOf = (starter: AutomationStarter): string => (starter === 'empty' ? '' : words.starters[starter]);

/** Between an email of the series and the next. */
const welcomeWaits = ['2d', '3d'];

function welcomeSteps(from: string, trigger: Trigger): Steps[number][] {
  return welcomeEmails.flatMap((email, index) => {
    const send = { ...newStep('send', { from, trigger }), ...email };
    const duration = welcomeWaits[index];
    return duration === undefined ? [send] : [send, { type: 'wait', duration }];
  });
}
