import { Stack, Switch } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { Broadcast, Topic } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { ArchiveLink } from '../../ui/archive-link';
import { useChange } from '../../ui/use-change';
import { archiveUrlOf } from './broadcast-draft';

const { report: words, audience } = broadcastTexts;

/** Its page in the archive of the topic, from which it may be taken out at any time. */
export function ArchiveFact({ broadcast, topic }: { readonly broadcast: Broadcast; readonly topic: Topic }) {
  const { api } = useScope();
  const canChange = useHasRole('member');
  const { id, in_archive: inArchive } = broadcast;
  const params = { path: { id } };
  const change = useChange({
    run: (to: boolean) => unwrap(api.PATCH('/broadcasts/{id}', { params, body: { in_archive: to } })),
    message: words.archiveChanged,
  });
  const url = archiveUrlOf(broadcast, topic);
  return (
    <Stack gap="xs" align="flex-start">
      <Switch
        label={audience.inArchive}
        checked={inArchive}
        disabled={!canChange || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {url !== null && <ArchiveLink url={url} />}
    </Stack>
  );
}
