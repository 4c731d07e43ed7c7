import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { segmentTexts as words } from '../../texts/segments';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';
import { ConditionList } from './condition-list';
import { filterOf, filterSentence, type EditedFilter } from './segment-conditions';
import { SegmentPreview } from './segment-preview';

/** Name and conditions of a segment; without an id, of a new one. */
export function SegmentEditor({
  id,
  initial,
  saved,
}: {
  readonly id?: string;
  readonly initial: { readonly name: string; readonly filter: EditedFilter };
  readonly saved?: (segment: { readonly id: string }) => void;
}) {
  const { api } = useScope();
  const [name, setName] = useState(initial.name);
  const [filter, setFilter] = useState(initial.filter);
  const save = useChange({
    run: () => {
      const body = { name, filter: filterOf(filter) };
      return id === undefined
        ? unwrap(api.POST('/segments', { body }))
        : unwrap(api.PATCH('/segments/{id}', { params: { path: { id } }, body }));
    },
    message: id === undefined ? words.created : words.saved,
    done: saved,
    showsError: true,
  });
  return (
    <Stack>
      <Panel title={words.filter}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <Stack>
            <ErrorPanel error={save.error} />
            <TextInput
              label={words.name}
              required
              maw="24rem"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <ConditionList
              label={words.all}
              items={filter.all}
              change={(all) => setFilter({ ...filter, all })}
              withGroups
            />
            <ConditionList
              label={words.any}
              items={filter.any}
              change={(any) => setFilter({ ...filter, any })}
              withGroups
            />
            <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
              {filterSentence(filter)}
            </Text>
            <Group>
              <Button type="submit" loading={save.isPending}>
                {words.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
      <SegmentPreview filter={filterOf(filter)} />
    </Stack>
  );
}
