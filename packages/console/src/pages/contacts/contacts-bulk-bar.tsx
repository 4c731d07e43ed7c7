import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { settle, unwrap } from '../../api/client';
import { useHasRole, useScope } from '../../session/scope';
import { contactTexts } from '../../texts/contacts';
import { ConfirmButton } from '../../ui/confirm-button';
import { FormModal } from '../../ui/form-modal';
import { notify } from '../../ui/notify';
import type { Selection } from '../../ui/resource-list';
import { BulkBar, forEachId } from '../../ui/selection';
import { TopicSelect } from '../topics/topic-select';
import { useFormDialog } from '../../ui/use-form-dialog';

const { bulk: words } = contactTexts;

type TopicState = 'SUBSCRIBED' | 'UNSUBSCRIBED';

/** Changes or deletes the selected contacts. */
export function ContactsBulkBar({ selection }: { readonly selection: Selection }) {
  const canDelete = useHasRole('admin');
  const [state, setState] = useState<TopicState | null>(null);
  return (
    <BulkBar selection={selection}>
      <Button variant="default" onClick={() => setState('SUBSCRIBED')}>
        {words.subscribe}
      </Button>
      <Button variant="default" onClick={() => setState('UNSUBSCRIBED')}>
        {words.unsubscribe}
      </Button>
      {canDelete && <DeleteContacts selection={selection} />}
      {state !== null && <ChangeTopic selection={selection} state={state} close={() => setState(null)} />}
    </BulkBar>
  );
}

function ChangeTopic({
  selection,
  state,
  close,
}: {
  readonly selection: Selection;
  readonly state: TopicState;
  readonly close: () => void;
}) {
  const { api } = useScope();
  const { form, dialog } = useFormDialog({
    close,
    initialValues: { topic: null as string | null },
    run: async ({ topic }) => {
      const { done, failure } = await forEachId(selection.ids, (id) =>
        unwrap(
          api.POST('/contacts/{id_or_email}/subscriptions', {
            params: { path: { id_or_email: id } },
            body: { topic: topic ?? '', state },
          }),
        ),
      );
      notify(words.changed(done));
      if (failure !== null) throw failure as Error;
    },
    done: () => selection.set([]),
  });
  const title = state === 'SUBSCRIBED' ? words.subscribe : words.unsubscribe;
  return (
    <FormModal {...dialog} title={title} action={title}>
      <TopicSelect label={words.topic} required {...form.getInputProps('topic')} />
      {state === 'SUBSCRIBED' && <Text size="sm">{words.keeps}</Text>}
    </FormModal>
  );
}

function DeleteContacts({ selection }: { readonly selection: Selection }) {
  const { api } = useScope();
  return (
    <ConfirmButton
      title={words.deleteTitle(selection.ids.size)}
      text={contactTexts.deleteText}
      action={words.delete}
      run={async () => {
        const { done, failure } = await forEachId(selection.ids, (id) =>
          settle(api.DELETE('/contacts/{id_or_email}', { params: { path: { id_or_email: id } } })),
        );
        notify(words.deleted(done));
        if (failure !== null) throw failure as Error;
      }}
      done={() => selection.set([])}
    />
  );
}
