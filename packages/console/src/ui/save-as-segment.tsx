import { Button, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../api/client';
import type { SegmentFilter } from '../api/types';
import { useHasRole, useScope } from '../session/scope';
import { segmentTexts } from '../texts/segments';
import { FormModal } from './form-modal';
import { useChange } from './use-change';

const { saveAs: words } = segmentTexts;
const nameCharsMax = 120;

interface NewSegment {
  /** Proposed; it is cut where it is too long. */
  readonly name: string;
  readonly filter: SegmentFilter;
}

/** Creates a segment of the contacts that a page shows. */
export function SaveAsSegment(segment: NewSegment) {
  const canCreate = useHasRole('admin');
  const [isOpen, { open, close }] = useDisclosure();
  if (!canCreate) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {words.button}
      </Button>
      {isOpen && <SegmentForm {...segment} close={close} />}
    </>
  );
}

function SegmentForm({ name: proposed, filter, close }: NewSegment & { readonly close: () => void }) {
  const { api } = useScope();
  const navigate = useNavigate();
  const [name, setName] = useState(proposed.slice(0, nameCharsMax));
  const create = useChange({
    run: () => unwrap(api.POST('/segments', { body: { name, filter } })),
    message: segmentTexts.created,
    done: ({ id }) => void navigate({ to: '/segments/$id', params: { id } }),
    showsError: true,
  });
  return (
    <FormModal
      opened
      close={close}
      title={words.title}
      action={words.button}
      submit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
      change={create}
    >
      <Text size="sm">{words.text}</Text>
      <TextInput
        label={words.name}
        required
        maxLength={nameCharsMax}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  );
}
