import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { documentAsText, isDocument } from '../editor/document-as-text';
import { useScope } from '../session/scope';
import { savingTexts } from '../texts/saving';
import { actorName } from '../ui/actor-name';
import { CodeDifference } from '../ui/code-difference';
import { CopyIcon } from '../ui/copy';
import { Dialog } from '../ui/dialog';
import { ClockTime } from '../ui/time';
import { conflictAuthor, type Conflict } from './autosave-state';
import type { Differences } from './differences';

const { conflict: titles, choice: words } = savingTexts;

/** Both versions of the fields that two people have changed. It stays open until one is chosen. */
export function ConflictDialog({
  conflict,
  labels,
  differences,
  resolve,
}: {
  readonly conflict: Conflict<Readonly<Record<string, unknown>>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly differences: Differences<Readonly<Record<string, unknown>>>;
  readonly resolve: (choice: 'mine' | 'theirs') => void;
}) {
  const { fields, mine, theirs, lastChange } = conflict;
  const author = conflictAuthor(conflict, useScope().session.user.id);
  return (
    <Dialog opened onClose={() => undefined} isAboveAll title={titles[author]} size="xl">
      <Stack>
        <Text size="sm">
          {lastChange === null ? (
            words.changed
          ) : (
            <>
              {author === 'own' ? words.changedByYou : words.changedBy(actorName(lastChange.by))}{' '}
              <ClockTime at={lastChange.at} />.
            </>
          )}{' '}
          {words.also[author]} {words.text}
        </Text>
        {fields.map((field) => {
          const Difference = differences[field];
          return (
            <div key={field}>
              <Group justify="space-between" mb={4}>
                <Text size="sm" fw={500}>
                  {labels[field]}
                </Text>
                {Difference === undefined && <CopyIcon value={textOf(mine[field])} label={words.copyMine} />}
              </Group>
              {Difference === undefined ? (
                <CodeDifference
                  label={words.difference(labels[field] ?? field)}
                  language={field === 'html' ? 'html' : 'text'}
                  before={textOf(theirs[field])}
                  after={textOf(mine[field])}
                />
              ) : (
                <Suspense fallback={<Skeleton height="6rem" />}>
                  <Difference before={theirs[field]} after={mine[field]} />
                </Suspense>
              )}
            </div>
          );
        })}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => resolve('theirs')}>
            {words.theirs[author]}
          </Button>
          <Button onClick={() => resolve('mine')}>{words.mine[author]}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What a field holds, as lines of text. */
function textOf(value: unknown): string {
  if (isDocument(value)) return documentAsText(value);
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : '';
  return Object.entries(value)
    .map(([name, held]) => {
      const text = textOf(held);
      return text.includes('\n') ? `${name}:\n${text.replace(/^/gm, '  ')}` : `${name}: ${text}`;
    })
    .join('\n');
}
