import { Button, Group, Table, Text } from '@mantine/core';
import { settle } from '../../api/client';
import type { SessionSummary } from '../../api/types';
import { personalApi } from '../../session/session';
import { useRead } from '../../session/use-read';
import { profile as words } from '../../texts/profile';
import { StatusBadge } from '../../ui/badge';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';

export function Sessions() {
  const { data, error } = useRead('/profile/sessions');
  const endOthers = useChange({
    run: () => settle(personalApi.DELETE('/profile/sessions')),
    message: words.othersEnded,
  });
  const sessions = data?.data ?? [];
  return (
    <Panel
      title={words.sessions}
      bare
      actions={
        sessions.length > 1 && (
          <Button
            c="var(--bad)"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            {words.endOthers}
          </Button>
        )
      }
    >
      <ErrorPanel error={error} />
      <Table fz="sm" horizontalSpacing="md" verticalSpacing="xs">
        <Table.Tbody>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function SessionRow({ session }: { readonly session: SessionSummary }) {
  const {
    id,
    user_agent: agent,
    ip_address: address,
    is_current: isCurrent,
    last_seen_at: seen,
    method,
  } = session;
  const end = useChange({
    run: () => settle(personalApi.DELETE('/profile/sessions/{id}', { params: { path: { id } } })),
    message: words.sessionEnded,
  });
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" lineClamp={1} title={agent ?? undefined}>
          {agent === null ? words.unknownBrowser : browserOf(agent)}
        </Text>
        <Text size="xs" c="dimmed">
          {[address, words.methods[method]].filter(Boolean).join(' · ')} · <Time at={seen} />
        </Text>
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {isCurrent ? (
            <StatusBadge status={words.thisSession} tone="active" />
          ) : (
            <Button
              c="var(--bad)"
              variant="default"
              size="compact-xs"
              loading={end.isPending}
              onClick={() => end.mutate()}
            >
              {words.end}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

const browsers = [
  ['Edge', /Edg/],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS/],
  ['Chrome', /Chrome\/|CriOS/],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** Name and system of well-known browsers, so that people recognize theirs; of others, what they say. */
function browserOf(agent: string): string {
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  return browser === undefined || system === undefined ? agent : words.browserOn(browser, system);
}
