import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { unwrap } from '../../api/client';
import type { DeliveryAttempt, Email } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { email as words, share as shareWords } from '../../texts/email';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { CopyValue } from '../../ui/copy';
import { notify } from '../../ui/notify';
import { PageHeader, type HeaderAction } from '../../ui/page-header';
import { useChange } from '../../ui/use-change';
import { WaitingBadge } from '../../ui/waiting-badge';
import { diagnosisOf } from './email-diagnosis';
import { SendAgain } from './send-again';
import { ShareEmail } from './share-email';

/** State of an email, and what can be done about it: try it now while it waits for a retry, else send it again or share it. */
export function EmailHeader({
  email,
  attempts,
}: {
  readonly email: Email;
  readonly attempts: readonly DeliveryAttempt[];
}) {
  const { modeApi: api } = useScope();
  const canSend = useHasRole('member');
  const [isSending, { open, close }] = useDisclosure();
  const [isSharing, sharing] = useDisclosure();
  const params = { path: { id: email.id } };
  const tryNow = useChange({
    run: () => unwrap(api.POST('/emails/{id}/try-now', { params })),
    message: words.triedNow,
  });
  const isDeferred = waitsForRetry(email);
  const copy = async (text: string, message: string) => {
    await navigator.clipboard.writeText(text);
    notify(message);
  };
  const cancel: HeaderAction = {
    label: words.cancel,
    destroys: true,
    asks: {
      title: words.cancelTitle,
      text: words.cancelText,
      action: words.cancel,
      run: () => unwrap(api.POST('/emails/{id}/cancel', { params })),
      message: words.canceled,
    },
  };
  const menu: readonly HeaderAction[] = [
    { label: words.copyLink, run: () => void copy(location.href, words.linkCopied) },
    {
      label: words.copyDiagnosis,
      run: () => void copy(diagnosisOf(email, attempts), words.diagnosisCopied),
    },
    ...(canSend && isDeferred ? [{ label: shareWords.open, run: sharing.open }] : []),
    ...(canSend && email.last_event === 'queued' ? [cancel] : []),
  ];
  return (
    <>
      <PageHeader
        parent={{ to: '/emails', label: texts.navigation.pages.emails }}
        title={email.subject === '' ? words.noSubject : email.subject}
        state={
          email.waiting ? <WaitingBadge waiting={email.waiting} /> : <StatusBadge status={email.last_event} />
        }
        description={<CopyValue value={email.id} />}
        menu={menu}
        curl={{ path: `/emails/${email.id}`, docs: 'emails#getEmail' }}
      >
        {canSend && !isDeferred && (
          <Button variant="default" onClick={sharing.open}>
            {shareWords.open}
          </Button>
        )}
        {canSend && (
          <Button variant={isStillSending(email) ? 'default' : 'filled'} onClick={open}>
            {words.sendAgain}
          </Button>
        )}
        {canSend && isDeferred && (
          <Button loading={tryNow.isPending} onClick={() => tryNow.mutate()}>
            {words.tryNow}
          </Button>
        )}
      </PageHeader>
      {isSharing && <ShareEmail email={email} close={sharing.close} />}
      {isSending && <SendAgain email={email} isStillSending={isStillSending(email)} close={close} />}
    </>
  );
}

/** An attempt failed for now, and the next one is planned. */
function waitsForRetry({ last_event: state, holds, events }: Email): boolean {
  const isHeld = holds.some(({ until }) => until === null);
  return state === 'queued' && !isHeld && events.some(({ type }) => type === 'delivery_delayed');
}

/** It may still arrive by itself. */
function isStillSending({ last_event: state }: Email): boolean {
  return state === 'queued' || state === 'sending';
}
