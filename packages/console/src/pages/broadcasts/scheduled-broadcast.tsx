import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { Broadcast } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { useChange } from '../../ui/use-change';
import { useFilters } from '../../ui/use-filters';
import { ReviewStep } from './review-step';
import { TestStep } from './test-step';

const { pause: pauseWords, scheduled: words } = broadcastTexts;

/** What will be sent, and when; the composer opens once it is paused (`isEditable`). A test of it can be sent. */
export function ScheduledBroadcast({ broadcast }: { readonly broadcast: Broadcast }) {
  const { api } = useScope();
  const canChange = useHasRole('member');
  const [{ step }, go] = useFilters(['step']);
  const params = { path: { id: broadcast.id } };
  const pause = useChange({
    run: () => unwrap(api.POST('/broadcasts/{id}/pause', { params })),
    message: pauseWords.done,
    done: () => go({ step: undefined }),
  });
  return (
    <Stack>
      <Alert color="gray" variant="light" title={words.title} role="status">
        <Group justify="space-between">
          <Text size="sm">{words.text}</Text>
          {canChange && (
            <Button size="xs" variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
              {words.edit}
            </Button>
          )}
        </Group>
      </Alert>
      {step === 'test' ? (
        <>
          <TestStep broadcast={broadcast} />
          <Button variant="default" w="fit-content" onClick={() => go({ step: undefined })}>
            {broadcastTexts.back}
          </Button>
        </>
      ) : (
        <ReviewStep broadcast={broadcast} />
      )}
    </Stack>
  );
}
