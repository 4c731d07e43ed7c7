import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown, ClipboardList, Link2, Share2 } from 'lucide-react';
import { unwrap } from '../../api/client';
import type { DeliveryAttempt, Email } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { email as words, share as shareWords } from '../../texts/email';
import { texts } from '../../texts/texts';
import { ConfirmButton } from '../../ui/confirm-button';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';
import { diagnosisOf } from './email-diagnosis';
import { SendAgain } from './send-again';
import { ShareEmail } from './share-email';

export function EmailActions({
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
  const tryNow = useChange({
    run: () => unwrap(api.POST('/emails/{id}/try-now', { params: { path: { id: email.id } } })),
    message: words.triedNow,
  });
  const isDeferred = waitsForRetry(email);
  const copy = async (text: string, message: string) => {
    await navigator.clipboard.writeText(text);
    notify(message);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={14} />}>
            {texts.common.copy}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Link2 size={14} />}
            onClick={() => void copy(location.href, words.linkCopied)}
          >
            {words.copyLink}
          </Menu.Item>
          <Menu.Item
            leftSection={<ClipboardList size={14} />}
            onClick={() => void copy(diagnosisOf(email, attempts), words.diagnosisCopied)}
          >
            {words.copyDiagnosis}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {canSend && (
        <Button variant="default" leftSection={<Share2 size={14} />} onClick={sharing.open}>
          {shareWords.open}
        </Button>
      )}
      {canSend && email.last_event === 'queued' && (
        <ConfirmButton
          title={words.cancelTitle}
          text={words.cancelText}
          action={words.cancel}
          run={() => unwrap(api.POST('/emails/{id}/cancel', { params: { path: { id: email.id } } }))}
          message={words.canceled}
        />
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
