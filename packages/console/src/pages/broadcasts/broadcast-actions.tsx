import { Button, Select, Text, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { settle, unwrap } from '../../api/client';
import type { Broadcast } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts as words } from '../../texts/broadcasts';
import { ConfirmButton } from '../../ui/confirm-button';
import { FormModal } from '../../ui/form-modal';
import { searchOf } from '../../ui/search-of';
import { timeOfInput } from '../../ui/time-input';
import { useChange } from '../../ui/use-change';
import { useFormDialog } from '../../ui/use-form-dialog';
import { variantLetter } from './broadcast-draft';

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
      {canDelete && !hasBegun && <DeleteButton broadcast={broadcast} />}
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
          {phase === 'sent' && <ResendButton broadcast={broadcast} />}
        </>
      )}
    </>
  );
}

function DeleteButton({ broadcast: { id } }: Shown) {
  const { api } = useScope();
  return (
    <ConfirmButton
      title={words.deleteTitle}
      text={words.deleteText}
      action={words.delete}
      run={() => settle(api.DELETE('/broadcasts/{id}', { params: { path: { id } } }))}
      message={words.deleted}
      leaveTo="/broadcasts"
    />
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

function ResendButton({ broadcast: { id } }: Shown) {
  const { api } = useScope();
  const navigate = useNavigate();
  const { form, dialog, open } = useFormDialog({
    initialValues: { subject: '', at: '' },
    run: ({ subject, at }) => {
      const body = {
        ...(subject !== '' && { subject }),
        ...(at !== '' && { scheduled_at: timeOfInput(at) }),
      };
      return unwrap(api.POST('/broadcasts/{id}/resend', { params: { path: { id } }, body }));
    },
    message: words.resend.done,
    done: (child) => void navigate({ to: '/broadcasts/$id', params: { id: child.id } }),
  });
  return (
    <>
      <Button onClick={open}>{words.resend.button}</Button>
      <FormModal {...dialog} title={words.resend.title} action={words.resend.button}>
        <Text size="sm">{words.resend.text}</Text>
        <TextInput
          label={words.resend.subject}
          description={words.resend.subjectText}
          {...form.getInputProps('subject')}
        />
        <TextInput
          type="datetime-local"
          label={words.resend.at}
          description={words.review.scheduleText}
          {...form.getInputProps('at')}
        />
      </FormModal>
    </>
  );
}
