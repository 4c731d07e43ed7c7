import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Automation } from '../../api/types';
import { useScope } from '../../session/scope';
import { automationTexts } from '../../texts/automations';
import { texts } from '../../texts/texts';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import { useChange } from '../../ui/use-change';
import { positionsOf } from './step-positions';
import { stepNumber } from './step-text';

const { all: words } = automationTexts.runs;
/** An automation may have had thousands of versions; runs are on the last ones. */
const versionsMax = 100;

interface CancelAllProps {
  readonly automation: Automation;
  /** Only runs of this contact; undefined: all. */
  readonly contact: string | undefined;
}

/** Cancels all running runs that the filters choose, after an exact count. */
export function CancelAllRuns(props: CancelAllProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button c="var(--bad)" variant="default" onClick={open}>
        {words.open}
      </Button>
      {isOpen && <CancelDialog {...props} close={close} />}
    </>
  );
}

function CancelDialog({ automation, contact, close }: CancelAllProps & { readonly close: () => void }) {
  const [version, setVersion] = useState<string | null>(null);
  const [position, setPosition] = useState<string | null>(null);
  const { count, change } = useCancellation({ automation, contact, version, position, close });
  const versions = Array.from({ length: Math.min(automation.version, versionsMax) }, (_, index) =>
    String(automation.version - index),
  );
  const steps = positionsOf(automation.steps).map(([value, { type }]) => ({
    value,
    label: `${stepNumber(value)}: ${automationTexts.stepNames[type]}`,
  }));
  return (
    <Dialog opened onClose={close} title={words.title}>
      <Stack gap="sm">
        <Group grow align="start">
          <Select
            label={words.version}
            placeholder={words.every}
            data={versions}
            value={version}
            onChange={setVersion}
            clearable
          />
          <Select
            label={words.step}
            placeholder={words.every}
            data={steps}
            value={position}
            onChange={setPosition}
            clearable
          />
        </Group>
        <Text size="sm" role="status">
          {count.data === undefined ? words.counting : words.text(count.data, contact)}
        </Text>
      </Stack>
      <DialogFoot error={count.error ?? change.error}>
        <Button variant="default" onClick={close}>
          {texts.common.cancel}
        </Button>
        {count.data !== undefined && count.data > 0 && (
          <Button color="red.9" loading={change.isPending} onClick={() => change.mutate()}>
            {words.action(count.data)}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

/** Both go through the runs page by page. */
function useCancellation({
  automation: { id },
  contact,
  version,
  position,
  close,
}: CancelAllProps & {
  readonly version: string | null;
  readonly position: string | null;
  readonly close: () => void;
}) {
  const { api, queryKey } = useScope();
  const chosen = {
    contact,
    ...(version !== null && { version: Number(version) }),
    ...(position !== null && { position }),
  };
  /** @returns how many runs */
  const cancel = async (isDryRun: boolean): Promise<number> => {
    let runs = 0;
    for (let after: string | null | undefined; after !== null;) {
      const page = await unwrap(
        api.POST('/automations/{id_or_slug}/runs/cancel', {
          params: { path: { id_or_slug: id } },
          body: { ...chosen, dry_run: isDryRun, ...(after !== undefined && { after }) },
        }),
      );
      runs += page.runs;
      after = page.next;
    }
    return runs;
  };
  const count = useQuery({
    queryKey: [...queryKey, 'automation-runs-to-cancel', id, chosen],
    gcTime: 0,
    queryFn: () => cancel(true),
  });
  const change = useChange({ run: () => cancel(false), showsError: true, message: words.done, done: close });
  return { count, change };
}
