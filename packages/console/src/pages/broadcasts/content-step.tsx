import { Button, Checkbox, Group, SegmentedControl, Stack, Tabs, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Broadcast } from '../../api/types';
import { starterBroadcast } from '../../editor/starter-document';
import { SubjectInput } from '../../editor/subject-input';
import { useContactVariables } from '../../editor/use-contact-variables';
import { broadcastTexts } from '../../texts/broadcasts';
import { editorTexts } from '../../texts/editor';
import { CodeEditor } from '../../ui/code-editor';
import { insertImage } from '../../ui/images/insert-image';
import { Panel } from '../../ui/panel';
import { AbTest } from './ab-test';
import type { StepProps } from './broadcast-draft';
import { TemplateContent } from './template-content';
import { VisualContent } from './visual-content';

const { content: words } = broadcastTexts;

const variables = [
  ...['contact.first_name', 'contact.last_name', 'contact.email'],
  ...['unsubscribe_url', 'preferences_url', 'view_url'],
];

type ContentProps = StepProps & { readonly broadcast: Broadcast };

export function ContentStep({ children, ...props }: ContentProps & { readonly children: ReactNode }) {
  const { draft, change } = props;
  return (
    <Stack>
      <Panel title={broadcastTexts.steps.content}>
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={500} mb={4}>
              {words.source}
            </Text>
            <SegmentedControl
              size="xs"
              aria-label={words.source}
              value={draft.source}
              onChange={(source) => change({ source: source as typeof draft.source })}
              data={Object.entries(words.sources).map(([value, label]) => ({ value, label }))}
            />
          </div>
          {draft.source === 'own' ? (
            <OwnContent {...props} />
          ) : (
            <TemplateContent draft={draft} change={change} />
          )}
          <TextInput
            label={broadcastTexts.previewText}
            description={broadcastTexts.previewTextText}
            value={draft.previewText}
            onChange={(event) => change({ previewText: event.currentTarget.value })}
          />
          <Group>
            <Checkbox
              size="xs"
              label={words.opens}
              checked={draft.opens}
              onChange={(event) => change({ opens: event.currentTarget.checked })}
            />
            <Checkbox
              size="xs"
              label={words.clicks}
              checked={draft.clicks}
              onChange={(event) => change({ clicks: event.currentTarget.checked })}
            />
          </Group>
        </Stack>
      </Panel>
      {children}
      {draft.source === 'own' && <AbTest {...props} />}
    </Stack>
  );
}

function OwnContent(props: ContentProps) {
  const { draft, change } = props;
  return (
    <>
      <SubjectInput
        label={broadcastTexts.subject}
        required
        value={draft.subject}
        onChange={(subject) => change({ subject })}
        variables={useContactVariables()}
      />
      {draft.document ? (
        <VisualContent {...props} document={draft.document} />
      ) : (
        <HtmlContent draft={draft} change={change} />
      )}
    </>
  );
}

function HtmlContent({ draft, change }: StepProps) {
  return (
    <>
      {draft.html === '' && draft.text === '' && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() => change({ document: starterBroadcast })}
        >
          {editorTexts.useVisual}
        </Button>
      )}
      <Text size="xs" c="dimmed">
        {words.variablesText}
      </Text>
      <Tabs defaultValue={draft.html === '' && draft.text !== '' ? 'text' : 'html'} keepMounted={false}>
        <Tabs.List mb="xs">
          <Tabs.Tab value="html">{words.html}</Tabs.Tab>
          <Tabs.Tab value="text">{words.text}</Tabs.Tab>
        </Tabs.List>
        {(['html', 'text'] as const).map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeEditor
              label={words[language]}
              language={language}
              value={draft[language]}
              onChange={(value) => change({ [language]: value })}
              actions={language === 'html' ? insertImage : undefined}
              variables={variables}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
