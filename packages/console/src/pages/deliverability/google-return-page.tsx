import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { google as words } from '../../texts/deliverability';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHeader } from '../../ui/page-header';
import { useChange } from '../../ui/use-change';
import { useFilters } from '../../ui/use-filters';

/** Where Google sends the browser back to, with a code that works once. */
export function GoogleReturnPage() {
  const { api } = useScope();
  const navigate = useNavigate();
  const [{ code, state }] = useFilters(['code', 'state']);
  const leave = () => void navigate({ to: '/deliverability', replace: true });
  const { mutate, error } = useChange({
    run: (body: { code: string; state: string }) => unwrap(api.PUT('/google-postmaster', { body })),
    message: words.connected,
    done: leave,
    showsError: true,
  });
  const isSent = useRef(false);
  const isComplete = code !== undefined && state !== undefined;
  useEffect(() => {
    if (isSent.current || code === undefined || state === undefined) return;
    isSent.current = true;
    mutate({ code, state });
  }, [code, state, mutate]);
  return (
    <>
      <PageHeader title={words.title} />
      <Stack align="flex-start">
        <ErrorPanel error={error} />
        {isComplete && error === null ? (
          <Text size="sm" role="status">
            {words.connecting}
          </Text>
        ) : (
          <>
            {!isComplete && <Text size="sm">{words.notGiven}</Text>}
            <Button variant="default" onClick={leave}>
              {words.back}
            </Button>
          </>
        )}
      </Stack>
    </>
  );
}
