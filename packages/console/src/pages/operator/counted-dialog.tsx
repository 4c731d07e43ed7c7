import { Button, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { maintenanceTexts as words } from '../../texts/operator-maintenance';
import { texts } from '../../texts/texts';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';

interface CountedTexts {
  readonly title: string;
  readonly counted: (amount: string) => string;
  readonly confirm: (amount: string) => string;
  readonly progress: (amount: string) => string;
  readonly done: (amount: string) => string;
}

/** A change of many objects that is counted exactly, and runs in as many requests as it takes. */
export function useCountedChange(
  send: (dryRun: boolean) => Promise<{ readonly count: number; readonly isMore: boolean }>,
) {
  const [done, setDone] = useState(0);
  const count = useChange({ run: async () => (await send(true)).count, showsError: true });
  const run = useChange({
    run: async () => {
      let sum = 0;
      for (let isMore = true; isMore;) {
        const answer = await send(false);
        sum += answer.count;
        ({ isMore } = answer);
        setDone(sum);
      }
      return sum;
    },
    showsError: true,
  });
  return { done, count, run };
}

/** Asks, counts, then changes after a confirmation that names the count. */
export function CountedDialog({
  words: own,
  change: { done, count, run },
  amountOf,
  isDangerous,
  close,
  children,
}: {
  readonly words: CountedTexts;
  readonly change: ReturnType<typeof useCountedChange>;
  readonly amountOf: (objects: number) => string;
  readonly isDangerous: boolean;
  readonly close: () => void;
  /** What is asked. */
  readonly children: ReactNode;
}) {
  const { data: counted } = count;
  const apply = () =>
    run.mutate(undefined, {
      onSuccess: (sum) => {
        notify(own.done(amountOf(sum)));
        close();
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (counted === undefined) count.mutate();
    else apply();
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={own.title}
      closeOnClickOutside={!run.isPending}
      asksBeforeClosing={!run.isPending}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          <Text size="sm" fw={500} role="status">
            {run.isPending && own.progress(amountOf(done))}
            {!run.isPending && counted !== undefined && own.counted(amountOf(counted))}
          </Text>
        </Stack>
        <DialogFoot error={count.error ?? run.error}>
          <Button variant="default" onClick={close}>
            {texts.common.close}
          </Button>
          {counted !== 0 && (
            <Button
              type="submit"
              color={isDangerous && counted !== undefined ? 'red.9' : 'accent'}
              loading={count.isPending || run.isPending}
            >
              {counted === undefined ? words.count : own.confirm(amountOf(counted))}
            </Button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  );
}
