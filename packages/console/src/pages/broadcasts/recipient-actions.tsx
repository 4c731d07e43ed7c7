import { Button, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { BroadcastRecipient, SegmentFilter } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { saveFile } from '../../ui/download';
import { FormModal } from '../../ui/form-modal';
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
export function SaveAsSegment({ id, name, wanted }: Wanted & { readonly name: string }) {
  const canCreate = useHasRole('admin');
  const [isOpen, { open, close }] = useDisclosure();
  const { outcome, opened, clicked } = wanted;
  const isReceived = outcome === 'submitted' || opened !== undefined || clicked !== undefined;
  if (!canCreate || !isReceived || (outcome !== undefined && outcome !== 'submitted')) return null;
  const did = [
    ...(opened === undefined ? [] : [opened === 'true' ? words.engagement.opened : words.notOpened]),
    ...(clicked === undefined ? [] : [clicked === 'true' ? words.engagement.clicked : words.notClicked]),
  ];
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {words.saveSegment}
      </Button>
      {isOpen && (
        <SegmentForm
          initial={[name, ...(did.length === 0 ? [words.received] : did)].join(': ').slice(0, 120)}
          filter={filterOf(id, wanted)}
          close={close}
        />
      )}
    </>
  );
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

function SegmentForm({
  initial,
  filter,
  close,
}: {
  readonly initial: string;
  readonly filter: SegmentFilter;
  readonly close: () => void;
}) {
  const { api } = useScope();
  const navigate = useNavigate();
  const [name, setName] = useState(initial);
  const create = useChange({
    run: () => unwrap(api.POST('/segments', { body: { name, filter } })),
    message: words.segmentSaved,
    done: ({ id }) => void navigate({ to: '/segments/$id', params: { id } }),
    showsError: true,
  });
  return (
    <FormModal
      opened
      close={close}
      title={words.saveSegmentTitle}
      action={words.saveSegment}
      submit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
      change={create}
    >
      <Text size="sm">{words.saveSegmentText}</Text>
      <TextInput
        label={words.segmentName}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  );
}
