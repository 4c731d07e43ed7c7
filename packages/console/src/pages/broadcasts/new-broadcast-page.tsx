import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { starterBroadcast, starterNewsletter } from '../../editor/starter-document';
import { useKeptForm } from '../../saving/use-kept-input';
import { useScope } from '../../session/scope';
import { useAll } from '../../session/use-read';
import { broadcastTexts as words } from '../../texts/broadcasts';
import { recipeTexts } from '../../texts/recipes';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { FromField } from '../../ui/from-field';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { TopicSelect } from '../topics/topic-select';
import { useChange } from '../../ui/use-change';
import { useFieldErrors } from '../../ui/use-field-errors';
import { useFilters } from '../../ui/use-filters';
import { BroadcastSegmentSelect } from './broadcast-segment-select';

const unnamed = { name: '', subject: '' };

/** The fields that a draft needs, with content to begin with; the composer has the others. */
export function NewBroadcastPage() {
  const { api } = useScope();
  const navigate = useNavigate();
  const [{ segment = '', starter }] = useFilters(['segment', 'starter']);
  const isNewsletter = starter === 'newsletter';
  const { name: givenName, subject: givenSubject } = isNewsletter ? recipeTexts.newsletter : unnamed;
  const kept = useKeptForm(isNewsletter ? 'new-newsletter' : 'new-broadcast', {
    ...{ name: givenName, segment, topic: '', from: '', subject: givenSubject },
  });
  const form = useForm(kept);
  const { name, segment: segmentId, topic, from, subject } = form.values;
  const document = isNewsletter ? starterNewsletter : starterBroadcast;
  const body = { name, segment_id: segmentId, topic, from, subject, document };
  const create = useChange({
    run: () => unwrap(api.POST('/broadcasts', { body })),
    message: words.created,
    done: ({ id }) => {
      kept.forget();
      void navigate({ to: '/broadcasts/$id', params: { id } });
    },
    showsError: true,
  });
  const segments = useAll('/segments');
  const topics = useAll('/topics');
  const error = useFieldErrors(form, create.error);
  return (
    <>
      <PageHeader
        parent={{ to: '/broadcasts', label: texts.navigation.pages.broadcasts }}
        title={words.newTitle}
        curl={{
          method: 'POST',
          path: '/broadcasts',
          docs: 'broadcasts#createBroadcast',
          body,
        }}
      />
      <Panel>
        <form onSubmit={form.onSubmit(() => create.mutate())}>
          <Stack gap="sm" maw="32rem">
            <ErrorPanel error={error} />
            <TextInput
              label={words.name}
              description={words.nameText}
              required
              {...form.getInputProps('name')}
            />
            <BroadcastSegmentSelect
              description={hasNo(segments) && <Link to="/segments/new">{words.createSegment}</Link>}
              value={form.values.segment}
              onChange={(chosen) => form.setValues(chosen)}
            />
            <TopicSelect
              label={words.topic}
              description={hasNo(topics) ? <Link to="/topics">{words.createTopic}</Link> : words.topicText}
              required
              {...form.getInputProps('topic')}
            />
            <FromField label={words.from} stream="bulk" {...form.getInputProps('from')} />
            <TextInput label={words.subject} required {...form.getInputProps('subject')} />
            <Button type="submit" w="fit-content" loading={create.isPending}>
              {words.create}
            </Button>
          </Stack>
        </form>
      </Panel>
    </>
  );
}

/** Whether there is nothing to choose from, so that it has to be created first. */
const hasNo = ({ data }: { readonly data: readonly unknown[] | undefined }): boolean => data?.length === 0;
