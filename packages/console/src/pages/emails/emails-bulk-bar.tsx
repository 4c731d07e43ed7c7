import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { unwrap } from '../../api/client';
import { useHasRole, useScope } from '../../session/scope';
import { emails as words } from '../../texts/emails';
import { ConfirmButton } from '../../ui/confirm-button';
import { notify, notifyError } from '../../ui/notify';
import type { Selection } from '../../ui/resource-list';
import { BulkBar } from '../../ui/selection';
import { ChangeEmailsDialog } from './change-emails';

/** How many ids the API takes in one request. */
const idsMax = 100;

/** What can be done with the selected emails. */
export function EmailsBulkBar({ selection }: { readonly selection: Selection }) {
  const { ids, set } = selection;
  const { modeApi: api } = useScope();
  const canChange = useHasRole('member');
  const [isSending, { open, close }] = useDisclosure();
  return (
    <BulkBar selection={selection}>
      {canChange && (
        <Button variant="default" onClick={open}>
          {words.sendAgainMany}
        </Button>
      )}
      {canChange && (
        <ConfirmButton
          title={words.cancelManyTitle(ids.size)}
          text={words.cancelManyText}
          action={words.cancelMany}
          run={async () => {
            const all = [...ids];
            let canceled = 0;
            for (let begin = 0; begin < all.length; begin += idsMax) {
              const body = { ids: all.slice(begin, begin + idsMax) };
              const { data } = await unwrap(api.POST('/emails/cancel', { body }));
              canceled += data.filter((each) => !('error' in each)).length;
            }
            return { canceled, refused: all.length - canceled };
          }}
          done={({ canceled, refused }) => {
            set([]);
            if (refused > 0) notifyError(new Error(words.notCanceled(refused)));
            if (canceled > 0) notify(words.canceled(canceled));
          }}
        />
      )}
      {isSending && (
        <ChangeEmailsDialog
          chosen={{ ids: [...ids], change: 'send_again' }}
          title={words.sendAgainManyTitle}
          about={words.sendAgainManyText}
          close={(isChanged) => {
            close();
            if (isChanged) set([]);
          }}
        />
      )}
    </BulkBar>
  );
}
