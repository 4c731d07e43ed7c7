import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Erasure } from '../../api/types';
import { useScope } from '../../session/scope';
import { contactTexts } from '../../texts/contacts';
import { texts } from '../../texts/texts';
import { ConfirmDialog } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/panel';
import { useErasure } from '../../ui/use-erasure';
import { useLeave } from '../../ui/use-leave';

const { erase: words } = contactTexts;

/** Erases a person part by part, and shows the receipt. */
export function ErasePerson({
  email,
  opened,
  close,
}: {
  readonly email: string;
  readonly opened: boolean;
  readonly close: () => void;
}) {
  const { api } = useScope();
  const erasePerson = useErasure();
  const leave = useLeave();
  const [receipt, setReceipt] = useState<Erasure | null>(null);
  const params = { path: { id_or_email: email } };
  const leavePage = () => void leave('/contacts');
  return (
    <>
      <ConfirmDialog
        {...{ opened, close }}
        title={words.confirm(email)}
        text={words.text}
        action={words.action}
        run={() =>
          erasePerson((cursor) =>
            unwrap(api.POST('/contacts/{id_or_email}/erase', { params, body: { cursor } })),
          )
        }
        done={setReceipt}
        refresh={false}
      />
      <Dialog opened={receipt !== null} onClose={leavePage} title={words.receipt}>
        {receipt !== null && <Receipt receipt={receipt} />}
        <Button mt="lg" onClick={leavePage}>
          {texts.common.done}
        </Button>
      </Dialog>
    </>
  );
}

function Receipt({ receipt: { erased, address_digest: digest } }: { readonly receipt: Erasure }) {
  return (
    <>
      <Facts
        facts={[
          [words.counts.contacts, erased.contacts],
          [words.counts.signups, erased.signup_requests],
          [words.counts.suppressions, erased.suppressions],
          [words.counts.emails, erased.emails],
          [words.counts.inbound, erased.inbound_emails],
          [words.counts.open, erased.open_emails],
          [words.digest, <CopyValue key="digest" value={digest} />],
        ]}
      />
      {erased.open_emails > 0 && (
        <Text size="sm" mt="sm">
          {words.repeat}
        </Text>
      )}
    </>
  );
}
