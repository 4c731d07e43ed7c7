import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { CheckEmail, EmailCheck, EmailCheckFinding } from '../../api/types';
import { useScope } from '../../session/scope';
import { emailCheckTexts as words } from '../../texts/email-check';
import { StatusBadge } from '../../ui/badge';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';

const tones = { error: 'bad', warning: 'warn', info: 'plain' } as const;

/** What a check of this email finds; null: there is none to check yet. */
export function CheckPanel({ email }: { readonly email: CheckEmail | null }) {
  const { api, queryKey } = useScope();
  const check = useQuery({
    queryKey: [...queryKey, 'email-check', email],
    enabled: email !== null,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () => (email === null ? null : unwrap(api.POST('/emails/check', { body: email }))),
  });
  return (
    <Panel title={words.title} actions={check.data && <Size check={check.data} />}>
      <ErrorPanel error={check.error} />
      {check.data ? (
        <Findings findings={check.data.findings} />
      ) : (
        check.error === null && (
          <Text size="sm" c="dimmed">
            {email === null ? words.noDomain : words.checking}
          </Text>
        )
      )}
    </Panel>
  );
}

function Size({ check }: { readonly check: EmailCheck }) {
  return (
    <Text size="xs" c="dimmed">
      {words.size(check.size_bytes)}
    </Text>
  );
}

/** Errors and warnings, and behind them what is only good to know. */
export function Findings({ findings }: { readonly findings: readonly EmailCheckFinding[] }) {
  const shown = findings.filter(({ severity }) => severity !== 'info');
  const notes = findings.filter(({ severity }) => severity === 'info');
  if (findings.length === 0) return <Text size="sm">{words.none}</Text>;
  return (
    <Stack gap="xs">
      {shown.map((finding, index) => (
        <Finding key={index} finding={finding} />
      ))}
      {notes.length > 0 && (
        <details>
          <Text component="summary" size="sm">
            {words.informational(notes.length)}
          </Text>
          <Stack gap="xs" mt="xs">
            {notes.map((finding, index) => (
              <Finding key={index} finding={finding} />
            ))}
          </Stack>
        </details>
      )}
    </Stack>
  );
}

function Finding({ finding }: { readonly finding: EmailCheckFinding }) {
  const { severity, message, field, line } = finding;
  const place = [
    ...(field === undefined ? [] : [words.fields[field]]),
    ...(line === undefined ? [] : [words.line(line)]),
  ].join(', ');
  return (
    <Group gap="xs" align="baseline" wrap="nowrap">
      <StatusBadge status={words.severities[severity]} tone={tones[severity]} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {message}
        {place !== '' && (
          <Text span size="xs" c="dimmed">
            {` ${place}`}
          </Text>
        )}
      </Text>
    </Group>
  );
}
