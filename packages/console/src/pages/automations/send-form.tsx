import { Button, Checkbox, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SubjectInput } from '../../editor/subject-input';
import { useContactVariables } from '../../editor/use-contact-variables';
import { starterBroadcast } from '../../editor/starter-document';
import { automationEditorTexts } from '../../texts/automation-editor';
import { FromField } from '../../ui/from-field';
import { usePublishedTemplates } from '../templates/use-published-templates';
import { TopicSelect } from '../topics/topic-select';
import type { StepOf } from './automation-content';
import { MailContent, type SendProps } from './mail-content';
import { changedStep, orAbsent } from './step-changes';

const { send: words } = automationEditorTexts;

/** A mail: its sender, and content of its own or a template. */
export function SendForm({ step, set }: SendProps) {
  const change = (fields: Parameters<typeof changedStep<StepOf<'send'>>>[1]) =>
    set(changedStep(step, fields));
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500} mb={4}>
          {words.content}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={words.content}
          value={step.template === undefined ? 'own' : 'template'}
          onChange={(source) =>
            change({
              ...{ subject: undefined, preview_text: undefined, html: undefined, text: undefined },
              ...(source === 'template'
                ? { document: undefined, template: { id: '' } }
                : { subject: '', document: starterBroadcast, template: undefined }),
            })
          }
          data={Object.entries(words.sources).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {step.template === undefined ? (
        <OwnContent step={step} set={set} />
      ) : (
        <TemplateChoice step={step} set={set} />
      )}
      <FromField label={words.from} stream="bulk" value={step.from} onChange={(from) => change({ from })} />
      <TextInput
        label={words.replyTo}
        description={words.replyToText}
        value={step.reply_to ?? ''}
        onChange={(event) => change({ reply_to: orAbsent(event.currentTarget.value) })}
      />
      <TopicSelect
        label={words.topic}
        description={words.topicText}
        placeholder={words.noTopic}
        clearable
        value={step.topic ?? null}
        onChange={(topic) => change({ topic: orAbsent(topic) })}
      />
      <Group>
        {(['opens', 'clicks'] as const).map((what) => (
          <Checkbox
            key={what}
            size="xs"
            label={words[what]}
            checked={step.track?.[what] ?? false}
            onChange={(event) => {
              const track = { ...step.track, [what]: event.currentTarget.checked };
              change({ track: track.opens || track.clicks ? track : undefined });
            }}
          />
        ))}
      </Group>
    </Stack>
  );
}

function OwnContent({ step, set }: SendProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const variables = useContactVariables();
  return (
    <>
      <SubjectInput
        label={words.subject}
        required
        value={step.subject ?? ''}
        onChange={(subject) => set({ ...step, subject })}
        variables={variables}
      />
      <TextInput
        label={words.previewText}
        description={words.previewTextText}
        maxLength={200}
        value={step.preview_text ?? ''}
        onChange={(event) => set(changedStep(step, { preview_text: orAbsent(event.currentTarget.value) }))}
      />
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={open}>
          {words.open}
        </Button>
        <Text size="xs" c="dimmed">
          {step.document === undefined ? words.ownCode : words.blocks(step.document.blocks.length)}
        </Text>
      </Group>
      {isOpen && <MailContent step={step} set={set} close={close} variables={variables} />}
    </>
  );
}

/** Published templates by name; the newest version is used, unless the step names one. */
function TemplateChoice({ step, set }: SendProps) {
  const { template = {} } = step;
  const templates = usePublishedTemplates();
  const chosen = templates.find(({ id, slug }) => id === template.id || slug === template.slug)?.id;
  const named = template.id ?? template.slug ?? '';
  const options = templates.map(({ id, name, slug }) => ({ value: id, label: name === '' ? slug : name }));
  // One that is archived, or not among the newest hundred.
  const isKnown = named === '' || chosen !== undefined;
  return (
    <Select
      label={words.template}
      {...(typeof template.version === 'number' && { description: words.version(template.version) })}
      required
      searchable
      data={isKnown ? options : [...options, { value: named, label: named }]}
      value={named === '' ? null : (chosen ?? named)}
      onChange={(id) => set({ ...step, template: { id: id ?? '' } })}
    />
  );
}
