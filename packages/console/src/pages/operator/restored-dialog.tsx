import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { RestoredChange, RestoredKind } from '../../api/types';
import { personalApi } from '../../session/session';
import { maintenanceTexts as words } from '../../texts/operator-maintenance';
import { ErrorPanel } from '../../ui/error-panel';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';
import { numberText } from './figure-table';

const kinds: readonly RestoredKind[] = ['broadcasts', 'runs'];

/** Counts exactly, then releases or cancels as many after a confirmation that names the count. */
export function RestoredDialog({
  change,
  close,
}: {
  readonly change: RestoredChange;
  readonly close: () => void;
}) {
  const [kind, setKind] = useState<RestoredKind>('broadcasts');
  const [organization, setOrganization] = useState('');
  const { count, run } = useRestored({ change, kind, organization, close });
  const own = words.restoredChanges[change];
  const { data: counted } = count;
  const amountOf = (all: number): string => words.kindAmount[kind](numberText(all));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (counted === undefined) count.mutate();
    else run.mutate();
  };
  return (
    <Modal opened onClose={close} title={own.title} closeOnClickOutside={!run.isPending}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorPanel error={count.error ?? run.error} />
          <Text size="sm">{own.text}</Text>
          <Select
            label={words.what}
            data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
            allowDeselect={false}
            value={kind}
            onChange={(next) => {
              setKind(kinds.find((each) => each === next) ?? kind);
              count.reset();
            }}
          />
          <TextInput
            label={words.organization}
            description={words.organizationText}
            value={organization}
            onChange={(event) => {
              setOrganization(event.currentTarget.value);
              count.reset();
            }}
          />
          <Text size="sm" fw={500} role="status">
            {counted !== undefined && own.counted(amountOf(counted))}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {words.back}
            </Button>
            {counted !== 0 && (
              <Button
                type="submit"
                color={change === 'cancel' && counted !== undefined ? 'red.9' : 'accent'}
                loading={count.isPending || run.isPending}
              >
                {counted === undefined ? words.count : own.confirm(amountOf(counted))}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useRestored({
  change,
  kind,
  organization,
  close,
}: {
  readonly change: RestoredChange;
  readonly kind: RestoredKind;
  readonly organization: string;
  readonly close: () => void;
}) {
  const send = (dryRun: boolean) => {
    const chosen = organization === '' ? {} : { organization };
    const body = { kind, change, dry_run: dryRun, ...chosen };
    return unwrap(personalApi.POST('/operator/restorations/changes', { body }));
  };
  const count = useChange({ run: async () => (await send(true)).count, showsError: true });
  const run = useChange({
    run: async () => {
      let sum = 0;
      for (let isMore = true; isMore;) {
        const answer = await send(false);
        sum += answer.count;
        isMore = answer.is_more;
      }
      return sum;
    },
    done: (sum) => {
      notify(words.restoredChanges[change].done(words.kindAmount[kind](numberText(sum))));
      close();
    },
    showsError: true,
  });
  return { count, run };
}
