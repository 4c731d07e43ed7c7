import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { AllSendingChange } from '../../api/types';
import { personalApi } from '../../session/session';
import { maintenanceTexts as words } from '../../texts/operator-maintenance';
import { CountedDialog, useCountedChange } from './counted-dialog';
import { numberText } from './figure-table';

/** Pauses or resumes the sending of all organizations, for a reason. */
export function AllSendingDialog({
  change: given,
  close,
}: {
  readonly change: AllSendingChange;
  readonly close: () => void;
}) {
  const [reason, setReason] = useState('');
  const change = useCountedChange(async (dryRun) => {
    const body = { change: given, reason, dry_run: dryRun };
    const { organizations, is_more } = await unwrap(personalApi.POST('/operator/sending', { body }));
    return { count: organizations, isMore: is_more };
  });
  const own = words.changes[given];
  return (
    <CountedDialog
      words={own}
      change={change}
      amountOf={(organizations) => words.amount(organizations, numberText(organizations))}
      isDangerous={given === 'pause'}
      close={close}
    >
      <TextInput
        label={words.reason}
        description={own.reasonText}
        required
        maxLength={200}
        data-autofocus
        value={reason}
        disabled={change.run.isPending}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          change.count.reset();
        }}
      />
    </CountedDialog>
  );
}
