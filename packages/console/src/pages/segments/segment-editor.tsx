import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { unwrap, unwrapVersioned } from '../../api/client';
import type { Segment } from '../../api/types';
import { showSaved } from '../../saving/show-saved';
import { RestoredNote } from '../../saving/restored-note';
import { SaveState } from '../../saving/save-state';
import { useAutosave } from '../../saving/use-autosave';
import { useKeptInput } from '../../saving/use-kept-input';
import { useScope } from '../../session/scope';
import { useReader } from '../../session/use-read';
import { savingTexts } from '../../texts/saving';
import { segmentTexts as words } from '../../texts/segments';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';
import { ConditionList } from './condition-list';
import { useConditionNames } from './condition-names';
import {
  editedFilter,
  filterOf,
  filterSentence,
  isIncomplete,
  type ConditionItem,
} from './segment-conditions';
import { segmentDifferences } from './segment-differences';
import { SegmentPreview } from './segment-preview';

export interface SegmentDraft {
  readonly name: string;
  readonly all: readonly ConditionItem[];
  readonly any: readonly ConditionItem[];
}

const bodyOf = ({ name, ...filter }: SegmentDraft) => ({ name, filter: filterOf(filter) });

/** The API would refuse it. */
function problemOf({ all, any }: SegmentDraft): string | null {
  return [...all, ...any].some(isIncomplete) ? savingTexts.incompleteCondition : null;
}

/** Of a segment whose conditions this console knows. */
const draftOf = ({ name, filter }: Segment): SegmentDraft => {
  const { all, any } = editedFilter(filter) ?? { all: [], any: [] };
  return { name, all, any };
};

/** Name and conditions of a segment, which are saved while they are edited. */
export function SegmentEditor({ segment }: { readonly segment: Segment }) {
  const { api } = useScope();
  const queryClient = useQueryClient();
  const { key } = useReader('/segments/{id}');
  const params = { path: { id: segment.id } };
  const saving = useAutosave<SegmentDraft, ReturnType<typeof bodyOf>, Segment>({
    path: `/segments/${segment.id}`,
    ...{ stored: segment, draftOf, bodyOf, problemOf },
    read: () => unwrapVersioned(api.GET('/segments/{id}', { params })),
    write: (body, { headers, keepalive }) =>
      unwrapVersioned(api.PATCH('/segments/{id}', { params, body, headers, keepalive })),
    saved: (stored) => {
      showSaved(queryClient, [...key, params], stored);
      void queryClient.invalidateQueries({ queryKey: [...key.slice(0, -1), '/segments/{id}/contacts'] });
    },
  });
  return (
    <Stack onBlur={saving.onBlur}>
      <Panel title={words.filter}>
        <Stack>
          <SaveState saving={saving} labels={words.draftFields} differences={segmentDifferences} />
          <Fields draft={saving.draft} change={saving.change} />
        </Stack>
      </Panel>
      <SegmentPreview filter={bodyOf(saving.draft).filter} />
    </Stack>
  );
}

const empty: SegmentDraft = { name: '', all: [{ status: 'SUBSCRIBED' }], any: [] };

/** A new segment, kept in the browser until it is created. */
export function CreateSegment({ created }: { readonly created: (segment: { readonly id: string }) => void }) {
  const { api } = useScope();
  const input = useKeptInput('new-segment', empty);
  const create = useChange({
    run: () => unwrap(api.POST('/segments', { body: bodyOf(input.values) })),
    message: words.created,
    done: (segment) => {
      input.forget();
      created(segment);
    },
    showsError: true,
  });
  return (
    <Stack>
      <Panel title={words.filter}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate();
          }}
        >
          <Stack>
            <RestoredNote input={input} />
            <ErrorPanel error={create.error} />
            <Fields draft={input.values} change={input.change} />
            <Group>
              <Button type="submit" loading={create.isPending}>
                {words.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
      <SegmentPreview filter={bodyOf(input.values).filter} />
    </Stack>
  );
}

function Fields({
  draft,
  change,
}: {
  readonly draft: SegmentDraft;
  readonly change: (changed: Partial<SegmentDraft>) => void;
}) {
  const names = useConditionNames([...draft.all, ...draft.any]);
  return (
    <>
      <TextInput
        label={words.name}
        required
        maw="24rem"
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ConditionList label={words.all} items={draft.all} change={(all) => change({ all })} withGroups />
      <ConditionList label={words.any} items={draft.any} change={(any) => change({ any })} withGroups />
      <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
        {[...draft.all, ...draft.any].some(isIncomplete)
          ? words.preview.incomplete
          : filterSentence(draft, names)}
      </Text>
    </>
  );
}
