import { Anchor, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { broadcastTexts } from '../../texts/broadcasts';
import { FromField } from '../../ui/from-field';
import { Panel } from '../../ui/panel';
import { TopicSelect, useTopics } from '../topics/topic-select';
import type { StepProps } from './broadcast-draft';
import { BroadcastSegmentSelect } from './broadcast-segment-select';
import { useSegmentCount } from '../segments/segment-select';
import { UtmFields } from './utm-fields';

const { audience: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');

export function AudienceStep({ draft, change }: StepProps) {
  const topic = useTopics().find(({ slug }) => slug === draft.topic);
  const count = useSegmentCount(draft.segment);
  const field = (name: 'name' | 'replyTo') => ({
    label: broadcastTexts[name],
    value: draft[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });
  return (
    <Panel title={broadcastTexts.steps.audience}>
      <Stack gap="sm" maw="32rem">
        <BroadcastSegmentSelect value={draft.segment} onChange={change} />
        <Text size="sm" role="status">
          {count === null ? words.counting : words.count(numbers.format(count))}{' '}
          <Anchor component={Link} to={`/segments/${draft.segment}`} size="sm" underline="always">
            {words.editSegment}
          </Anchor>
        </Text>
        <Text size="xs" c="dimmed">
          {words.screened}
        </Text>
        <TopicSelect
          label={broadcastTexts.topic}
          description={broadcastTexts.topicText}
          required
          value={draft.topic}
          onChange={(topic) => change({ topic: topic ?? '' })}
        />
        {topic?.archive === true && (
          <Checkbox
            label={words.inArchive}
            description={words.inArchiveText}
            checked={draft.inArchive}
            onChange={(event) => change({ inArchive: event.currentTarget.checked })}
          />
        )}
        <FromField
          label={broadcastTexts.from}
          stream="bulk"
          value={draft.from}
          onChange={(from) => change({ from })}
        />
        <TextInput {...field('replyTo')} />
        <TextInput {...field('name')} description={broadcastTexts.nameText} required />
        <UtmFields draft={draft} change={change} />
      </Stack>
    </Panel>
  );
}
