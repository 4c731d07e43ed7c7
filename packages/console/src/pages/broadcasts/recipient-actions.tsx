import { Button } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { BroadcastRecipient, SegmentFilter } from '../../api/types';
import { useScope } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { saveFile } from '../../ui/download';
import { SaveAsSegment } from '../../ui/save-as-segment';
import { useChange } from '../../ui/use-change';
import type { Filters } from '../../ui/use-filters';

const { report: words } = broadcastTexts;

/** Recipients as the API filters them. */
interface WantedRecipients {
  readonly outcome?: BroadcastRecipient['outcome'];
  readonly opened?: 'true' | 'false';
  readonly clicked?: 'true' | 'false';
}

interface Wanted {
  readonly id: string;
  readonly wanted: WantedRecipients;
}

export function wantedRecipients(filters: Filters<keyof WantedRecipients>): WantedRecipients {
  return filters as WantedRecipients;
}

/** Saves the list as it is filtered. Shown to members with the right to export. */
export function ExportRecipients({ id, wanted }: Wanted) {
  const { api, organization } = useScope();
  const save = useChange({
    run: async () => {
      const params = { path: { id }, query: wanted };
      const content = await unwrap(
        api.GET('/broadcasts/{id}/recipients/export', { params, parseAs: 'blob' }),
      );
      saveFile(`broadcast-${id}-recipients.csv`, content);
    },
  });
  if (!organization.rights.export) return null;
  return (
    <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {words.export}
    </Button>
  );
}

/** Offered for contacts who received the broadcast: segments have conditions for what they did with it. */
export function SaveRecipients({ id, name, wanted }: Wanted & { readonly name: string }) {
  const { outcome, opened, clicked } = wanted;
  const isReceived = outcome === 'submitted' || opened !== undefined || clicked !== undefined;
  if (!isReceived || (outcome !== undefined && outcome !== 'submitted')) return null;
  const did = [
    ...(opened === undefined ? [] : [opened === 'true' ? words.engagement.opened : words.notOpened]),
    ...(clicked === undefined ? [] : [clicked === 'true' ? words.engagement.clicked : words.notClicked]),
  ];
  const title = [name, ...(did.length === 0 ? [words.received] : did)].join(': ');
  return <SaveAsSegment name={title} filter={filterOf(id, wanted)} />;
}

function filterOf(broadcast: string, { opened, clicked }: WantedRecipients): SegmentFilter {
  return {
    all: [
      { broadcast, received: true },
      ...(opened === undefined ? [] : [{ broadcast, opened: opened === 'true' }]),
      ...(clicked === undefined ? [] : [{ broadcast, clicked: clicked === 'true' }]),
    ],
  };
}
