import { Button, Select, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Broadcast } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts as words } from '../../texts/broadcasts';
import { ConfirmButton } from '../../ui/confirm-button';
import { DeleteObject } from '../../ui/delete-object';
import { FormModal } from '../../ui/form-modal';
import { searchOf } from '../../ui/search-of';
import { useChange } from '../../ui/use-change';
import { useFormDialog } from '../../ui/use-form-dialog';
import { variantLetter } from './broadcast-draft';
import { isResendable, ResendButton } from './resend-button';

interface Shown {
  readonly broadcast: Broadcast;
}

/** What can be done with a broadcast in its phase. */
export function BroadcastActions({ broadcast }: Shown) {
  const canChange = useHasRole('member');
  const canDelete = useHasRole('admin');
  const { phase } = broadcast;
  const hasBegun = phase !== 'draft' && phase !== 'scheduled';
  return (
    <>
      {hasBegun && (
        <Button
          component={Link}
          to="/emails"
          search={searchOf({ broadcast: broadcast.id })}
          variant="default"
        >
          {words.report.emails}
        </Button>
      )}
      {canDelete && !hasBegun && (
        <DeleteObject
          path="/broadcasts/{id}"
          params={{ id: broadcast.id }}
          words={words}
          leaveTo="/broadcasts"
        />
      )}
      {canChange && (
        <>
          {(phase === 'scheduled' || phase === 'sending' || phase === 'testing') && (
            <>
              {broadcast.paused_at === null ? (
                <PauseButton broadcast={broadcast} />
              ) : (
                <ResumeButton broadcast={broadcast} />
              )}
              <CancelButton broadcast={broadcast} />
            </>
          )}
          <DuplicateButton broadcast={broadcast} />
          {phase === 'testing' && <DecideButton broadcast={broadcast} />}
          {isResendable(broadcast) && <ResendButton broadcast={broadcast} />}
        </>
      )}
    </>
  );
}

function PauseButton({ broadcast: { id } }: Shown) {
  const { api } = useScope();
  return (
    <ConfirmButton
      title={words.pause.title}
      text={words.pause.text}
      action={words.pause.button}
      run={() => unwrap(api.POST('/broadcasts/{id}/pause', { params: { path: { id } } }))}
      message={words.pause.done}
    />
  );
}

function ResumeButton({ broadcast: { id } }: Shown) {
  const { api } = useScope();
  return (
    <ConfirmButton
      title={words.resume.title}
      text={words.resume.text}
      action={words.resume.button}
      run={() => unwrap(api.POST('/broadcasts/{id}/resume', { params: { path: { id } } }))}
      message={words.resume.done}
    />
  );
}

function CancelButton({ broadcast: { id } }: Shown) {
  const { api } = useScope();
  return (
    <ConfirmButton
      title={words.cancel.title}
      text={words.cancel.text}
      action={words.cancel.button}
      run={() => unwrap(api.POST('/broadcasts/{id}/cancel', { params: { path: { id } } }))}
      message={words.cancel.done}
    />
  );
}

/** A new draft with the same content and audience. */
function DuplicateButton({ broadcast: { id } }: Shown) {
  const { api } = useScope();
  const navigate = useNavigate();
  const duplicate = useChange({
    run: () => unwrap(api.POST('/broadcasts/{id}/duplicate', { params: { path: { id } } })),
    message: words.duplicated,
    done: (copy) => void navigate({ to: '/broadcasts/$id', params: { id: copy.id } }),
  });
  return (
    <Button variant="default" loading={duplicate.isPending} onClick={() => duplicate.mutate()}>
      {words.duplicate}
    </Button>
  );
}

function DecideButton({ broadcast: { id, ab_test: test } }: Shown) {
  const { api } = useScope();
  const { form, dialog, open } = useFormDialog({
    initialValues: { winner: '0' },
    run: ({ winner }) => {
      const body = { winner: Number(winner) };
      return unwrap(api.POST('/broadcasts/{id}/decide', { params: { path: { id } }, body }));
    },
    message: words.decide.done,
  });
  return (
    <>
      <Button onClick={open}>{words.decide.button}</Button>
      <FormModal {...dialog} title={words.decide.title} action={words.decide.button}>
        <Text size="sm">{words.decide.text}</Text>
        <Select
          label={words.decide.variant}
          data={(test?.variants ?? []).map((_each, index) => ({
            value: String(index),
            label: words.abTest.variantName(variantLetter(index)),
          }))}
          {...form.getInputProps('winner')}
        />
      </FormModal>
    </>
  );
}
