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
import { TopicSelect } from '../topics/topic-select';
import type { Steps } from './automation-content';
import { newStep } from './step-changes';
import { newTrigger, newUnpublishedTrigger, triggerOf, type TriggerKind } from './trigger-kinds';

const { trigger: triggers, send } = automationEditorTexts;

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
    initialValues: { starter: chosen, name: nameOf(chosen), slug: '', kind: 'topic', topic: '' },
    run: ({ starter, name, slug, kind, topic }) => {
      const trigger = kind === 'topic' ? triggerOf({ kind, topic }) : newTrigger(kind as TriggerKind);
      return unwrap(
        api.POST('/automations', {
          body: {
            ...{ name, status: 'paused', one_per_contact: true, steps: [] },
            ...(slug !== '' && { slug }),
            // What is chosen in the editor is a draft, until it is complete.
            trigger: newUnpublishedTrigger(),
            draft: {
              trigger: { ...trigger },
              steps: starter === 'welcome' ? welcomeSteps(from, topic) : [],
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
      {form.values.starter === 'welcome' && (
        <TopicSelect
          label={send.topic}
          description={send.topicText}
          placeholder={form.values.kind === 'topic' ? undefined : send.noTopic}
          clearable
          value={form.values.topic === '' ? null : form.values.topic}
          onChange={(topic) => form.setFieldValue('topic', topic ?? '')}
        />
      )}
    </FormModal>
  );
}

const nameOf = (starter: AutomationStarter): string => (starter === 'empty' ? '' : words.starters[starter]);

/** Between an email of the series and the next. */
const welcomeWaits = ['2d', '3d'];

function welcomeSteps(from: string, topic: string): Steps[number][] {
  return welcomeEmails.flatMap((email, index) => {
    const trigger = triggerOf({ kind: 'topic', topic });
    const mail = { ...newStep('send', { from, trigger }), ...email };
    const duration = welcomeWaits[index];
    return duration === undefined ? [mail] : [mail, { type: 'wait', duration }];
  });
}
