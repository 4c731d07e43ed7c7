import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Download } from 'lucide-react';
import { unwrap } from '../../api/client';
import { useHasRole, useScope } from '../../session/scope';
import { emails as words } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { ConfirmButton } from '../../ui/confirm-button';
import { saveFile } from '../../ui/download';
import { notify, notifyError } from '../../ui/notify';
import type { Selection } from '../../ui/resource-list';
import { BulkBar } from '../../ui/selection';
import { useChange } from '../../ui/use-change';
import type { Filters } from '../../ui/use-filters';
import { ChangeEmailsDialog } from './change-emails';
import { emailQuery, type EmailFilterName } from './email-filters';

/** The emails that match the filters, as CSV. */
export function ExportButton({ filters }: { readonly filters: Filters<EmailFilterName> }) {
  const { modeApi: api, mode, organization } = useScope();
  const run = useChange({
    run: async () => {
      const query = { ...emailQuery(filters), mode };
      const content = await unwrap(api.GET('/emails/export', { params: { query }, parseAs: 'blob' }));
      saveFile(words.exportFile(new Date().toISOString().slice(0, 10)), content);
    },
  });
  if (!organization.rights.export) return null;
  return (
    <Button
      variant="default"
      leftSection={<Download size={14} />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      {texts.common.export}
    </Button>
  );
}

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
