import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { RestoredChange, RestoredKind } from '../../api/types';
import { personalApi } from '../../session/session';
import { maintenanceTexts as words } from '../../texts/operator-maintenance';
import { CountedDialog, useCountedChange } from './counted-dialog';
import { numberText } from './figure-table';

const kinds: readonly RestoredKind[] = ['broadcasts', 'runs'];

/** Releases or cancels broadcasts or automation runs that were held after restoring a backup. */
export function RestoredDialog({
  change: given,
  close,
}: {
  readonly change: RestoredChange;
  readonly close: () => void;
}) {
  const [kind, setKind] = useState<RestoredKind>('broadcasts');
  const [organization, setOrganization] = useState('');
  const change = useCountedChange(async (dryRun) => {
    const chosen = organization === '' ? {} : { organization };
    const body = { kind, change: given, dry_run: dryRun, ...chosen };
    const answer = await unwrap(personalApi.POST('/operator/restorations/changes', { body }));
    return { count: answer.count, isMore: answer.is_more };
  });
  const own = words.restoredChanges[given];
  const { isPending } = change.run;
  return (
    <CountedDialog
      words={own}
      change={change}
      amountOf={(objects) => words.kindAmount[kind](numberText(objects))}
      isDangerous={given === 'cancel'}
      close={close}
    >
      <Text size="sm">{own.text}</Text>
      <Select
        label={words.what}
        data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        allowDeselect={false}
        value={kind}
        disabled={isPending}
        onChange={(next) => {
          setKind(kinds.find((each) => each === next) ?? kind);
          change.count.reset();
        }}
      />
      <TextInput
        label={words.organization}
        description={words.organizationText}
        value={organization}
        disabled={isPending}
        onChange={(event) => {
          setOrganization(event.currentTarget.value);
          change.count.reset();
        }}
      />
    </CountedDialog>
  );
}
