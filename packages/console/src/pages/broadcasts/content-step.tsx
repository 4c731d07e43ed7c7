import { Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Broadcast } from '../../api/types';
import { HtmlAndText } from '../../editor/html-and-text';
import { starterBroadcast } from '../../editor/starter-document';
import { SubjectInput } from '../../editor/subject-input';
import { useContactVariables } from '../../editor/use-contact-variables';
import { broadcastTexts } from '../../texts/broadcasts';
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
        <HtmlAndText
          html={draft.html}
          text={draft.text}
          change={change}
          useVisual={() => change({ document: starterBroadcast })}
          variables={variables}
        >
          <Text size="xs" c="dimmed">
            {words.variablesText}
          </Text>
        </HtmlAndText>
      )}
    </>
  );
}
