import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { DryRunRequest } from '../../api/types';
import { useScope } from '../../session/scope';
import { automationTexts } from '../../texts/automations';
import { broadcastTexts } from '../../texts/broadcasts';
import { ErrorPanel } from '../../ui/error-panel';
import { notify, notifyError } from '../../ui/notify';
import { useChange } from '../../ui/use-change';
import type { Steps } from './automation-content';

const { dryRun: words } = automationTexts;
const { test: results } = broadcastTexts;

/** As whom a test is rendered, and of which automation. */
export interface StepTest {
  readonly automationId: string;
  readonly contact: string;
  readonly properties: NonNullable<DryRunRequest['properties']>;
}

/** Sends the email of one step to an address of the user. */
export function SendStepTest({
  test: { automationId, ...rendered },
  position,
  steps,
}: {
  readonly test: StepTest;
  readonly position: string;
  readonly steps: Steps;
}) {
  const { api, session } = useScope();
  const [isOpen, setOpen] = useState(false);
  const [to, setTo] = useState(session.user.email);
  const send = useChange({
    run: () =>
      unwrap(
        api.POST('/automations/{id_or_slug}/test', {
          params: { path: { id_or_slug: automationId } },
          body: { to: [to.trim()], position, steps: [...steps], ...rendered },
        }),
      ),
    done: ({ data }) => {
      for (const each of data) {
        if ('error' in each) notifyError(results.refused(each.to, each.error.message));
        else if (each.suppressed !== undefined) notifyError(results.suppressed(each.to));
        else notify(results.sent);
      }
    },
    refresh: false,
    showsError: true,
  });
  if (!isOpen)
    return (
      <Button variant="default" size="compact-xs" mt={4} onClick={() => setOpen(true)}>
        {words.sendTest}
      </Button>
    );
  return (
    <>
      <ErrorPanel error={send.error} />
      <Group gap="xs" align="end" mt={4}>
        <TextInput
          size="xs"
          flex={1}
          label={words.testTo}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button size="xs" loading={send.isPending} onClick={() => send.mutate()}>
          {words.sendTest}
        </Button>
      </Group>
    </>
  );
}
