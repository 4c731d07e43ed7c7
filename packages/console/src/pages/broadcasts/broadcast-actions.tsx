import { Button, Select, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Broadcast } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts as words } from '../../texts/broadcasts';
import { ConfirmButton } from '../../ui/confirm-button';
import { FormModal } from '../../ui/form-modal';
import type { HeaderAction } from '../../ui/page-header';
import { searchOf } from '../../ui/search-of';
import { useChange } from '../../ui/use-change';
import { useDeletion } from '../../ui/use-deletion';
import { useFormDialog } from '../../ui/use-form-dialog';
import { variantLetter } from './broadcast-draft';
import { isResendable, ResendButton } from './resend-button';

interface Shown {
  readonly broadcast: Broadcast;
}

/** What is mostly done with a broadcast in its phase. */
export function BroadcastActions({ broadcast }: Shown) {
  const canChange = useHasRole('member');
  return (
    <>
      {broadcast.finished_at !== null && (
        <Button
          component={Link}
          to="/emails"
          search={searchOf({ broadcast: broadcast.id })}
          variant="default"
        >
          {words.report.emails}
        </Button>
      )}
      {canChange && (
        <>
          {isPlannedOrSent(broadcast) &&
            (broadcast.paused_at === null ? (
              <PauseButton broadcast={broadcast} />
            ) : (
              <ResumeButton broadcast={broadcast} />
            ))}
          {broadcast.phase === 'testing' && <DecideButton broadcast={broadcast} />}
          {isResendable(broadcast) && <ResendButton broadcast={broadcast} />}
        </>
      )}
    </>
  );
}

/** Whether it will be sent, or is being sent. */
const isPlannedOrSent = ({ phase }: Broadcast): boolean =>
  phase === 'scheduled' || phase === 'sending' || phase === 'testing';

/** What is done with it more rarely. */
export function useBroadcastMenu(broadcast: Broadcast): readonly HeaderAction[] {
  const { api } = useScope();
  const navigate = useNavigate();
  const canChange = useHasRole('member');
  const canDelete = useHasRole('admin');
  const { id, phase, finished_at: finishedAt } = broadcast;
  const params = { path: { id } };
  // A new draft with the same content and audience.
  const duplicate = useChange({
    run: () => unwrap(api.POST('/broadcasts/{id}/duplicate', { params })),
    message: words.duplicated,
    done: (copy) => void navigate({ to: '/broadcasts/$id', params: { id: copy.id } }),
  });
  const deletion = useDeletion({ path: '/broadcasts/{id}', params: { id }, words, leaveTo: '/broadcasts' });
  const isOpen = phase === 'draft' || phase === 'scheduled';
  return [
    ...(isOpen || finishedAt !== null
      ? []
      : [{ label: words.report.emails, to: '/emails', search: { broadcast: id } }]),
    ...(canChange ? [{ label: words.duplicate, run: () => duplicate.mutate() }] : []),
    ...(canChange && isPlannedOrSent(broadcast)
      ? [
          {
            label: words.cancel.button,
            destroys: true as const,
            asks: {
              title: words.cancel.title,
              text: words.cancel.text,
              action: words.cancel.button,
              run: () => unwrap(api.POST('/broadcasts/{id}/cancel', { params })),
              message: words.cancel.done,
            },
          },
        ]
      : []),
    ...(canDelete && isOpen ? [deletion] : []),
  ];
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
      actionColor="accent"
      variant="filled"
      run={() => unwrap(api.POST('/broadcasts/{id}/resume', { params: { path: { id } } }))}
      message={words.resume.done}
    />
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
