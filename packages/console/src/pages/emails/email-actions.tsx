import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown, ClipboardList, Link2 } from 'lucide-react';
import { unwrap } from '../../api/client';
import type { DeliveryAttempt, Email } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { email as words } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { ConfirmButton } from '../../ui/confirm-button';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';
import { diagnosisOf } from './email-diagnosis';
import { SendAgain } from './send-again';

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
  const cancel = useChange({
    run: () => unwrap(api.POST('/emails/{id}/cancel', { params: { path: { id: email.id } } })),
    message: words.canceled,
  });
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
      {canSend && email.last_event === 'queued' && (
        <ConfirmButton
          title={words.cancelTitle}
          text={words.cancelText}
          action={words.cancel}
          run={() => cancel.mutateAsync()}
          isPending={cancel.isPending}
        >
          {words.cancel}
        </ConfirmButton>
      )}
      {canSend && <Button onClick={open}>{words.sendAgain}</Button>}
      {isSending && <SendAgain email={email} close={close} />}
    </>
  );
}
