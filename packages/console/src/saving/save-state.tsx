import { Button, Group, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useScope } from '../session/scope';
import { savingTexts as words } from '../texts/saving';
import { texts } from '../texts/texts';
import { useAfterWriting } from '../ui/use-after-writing';
import { mayPass } from './autosave';
import { conflictAuthor, type Conflict } from './autosave-state';
import type { Differences } from './differences';
import type { Saving } from './use-autosave';
import { lazyCode } from '../ui/lazy-code';

const WritingNotice = lazyCode(async () => ({
  default: (await import('../ui/writing-notice')).WritingNotice,
}));
const ConflictDialog = lazyCode(async () => ({
  default: (await import('./conflict-dialog')).ConflictDialog,
}));

/** Whether what is edited is saved, and undoing the last save. */
export function SaveState<Fields extends object>({
  saving,
  labels,
  differences = {},
}: {
  readonly saving: Saving<Fields>;
  /** Names of the fields, for a conflict. */
  readonly labels: Readonly<Record<keyof Fields, string>>;
  /** Of the fields that are no texts. */
  readonly differences?: Differences<NoInfer<Fields>>;
}) {
  const { phase, savedAt, error, conflict, canUndo, isRestored } = saving;
  const { user } = useScope().session;
  const asks = useAfterWriting(conflict !== null);
  const isFailed = phase === 'failed';
  return (
    <>
      <Group gap="xs" mih={26}>
        <Text size="xs" c={isFailed ? 'var(--bad)' : 'dimmed'} role={isFailed ? 'alert' : 'status'}>
          <span>
            {phase === 'saved' && (savedAt === null ? words.allSaved : <SavedAgo at={savedAt} />)}
            {phase === 'changed' && (error === null ? words.changed : words.incomplete(messageOf(error)))}
            {phase === 'saving' && words.inProgress}
            {conflict !== null && phase === 'conflict' && words.conflict[conflictAuthor(conflict, user.id)]}
            {isFailed && `${words.failed(messageOf(error))}${mayPass(error) ? ` ${words.again}` : ''}`}
          </span>
        </Text>
        {isRestored && (
          <>
            <Text size="xs" role="note">
              {words.restored}
            </Text>
            <Button variant="default" size="compact-xs" onClick={saving.discard}>
              {words.discard}
            </Button>
          </>
        )}
        {phase === 'saved' && canUndo && (
          <Button variant="default" size="compact-xs" onClick={saving.undo}>
            {words.undo}
          </Button>
        )}
        {isFailed && (
          <Button variant="default" size="compact-xs" onClick={() => void saving.flush()}>
            {texts.errors.retry}
          </Button>
        )}
      </Group>
      {conflict !== null && (
        <Suspense>
          {asks ? (
            <ConflictDialog
              conflict={
                { ...conflict, mine: saving.draft } as unknown as Conflict<Readonly<Record<string, unknown>>>
              }
              labels={labels}
              differences={differences as Differences<Readonly<Record<string, unknown>>>}
              resolve={saving.resolve}
            />
          ) : (
            <WritingNotice
              text={words.conflictNotice[conflictAuthor(conflict, user.id)]}
              action={words.compare}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** "Saved 12 s ago", counting. */
function SavedAgo({ at }: { readonly at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true });
  return words.savedAgo(Math.max(0, Math.round((Math.max(now, at) - at) / 1_000)));
}
