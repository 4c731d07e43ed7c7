import { Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiLog } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { apiLogs as words } from '../../texts/api-logs';
import { CodeBlock, CopyValue } from '../../ui/copy';
import { Facts, type FactList } from '../../ui/panel';
import { ExactTime } from '../../ui/time';

/** One request with what it was about. */
export function ApiLogDetail({ id }: { readonly id: string }) {
  const query = useRead('/api-logs/{id}', { path: { id } });
  const { data: log } = query;
  if (log === undefined) return <PendingPage query={query} />;
  return (
    <Stack gap="lg">
      <Text className="mono" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {log.method} {log.path}
      </Text>
      <Facts facts={factsOf(log)} />
      <Content log={log} />
    </Stack>
  );
}

function factsOf(log: ApiLog): FactList {
  const optional: FactList = [
    [
      words.facts.error,
      log.error_code && (
        <a className="mono" href={`/docs/errors#${log.error_code}`}>
          {log.error_code}
        </a>
      ),
    ],
    [words.facts.warnings, log.warnings.length > 0 && log.warnings.map(warningText).join(' ')],
    [words.facts.unknownFields, log.unknown_fields],
    [words.facts.replay, log.idempotent_replay && words.replayed],
    [
      words.facts.emails,
      log.email_ids.length > 0 && log.email_ids.map((id) => <EmailLink key={id} id={id} />),
    ],
    [
      words.facts.audit,
      log.audit_entry_ids.length > 0 && (
        <Link to="/audit-log" search={timeOf(log)}>
          {words.auditEntries(log.audit_entry_ids.length)}
        </Link>
      ),
    ],
    [
      words.facts.delivery,
      log.webhook_delivery && <CopyValue key="delivery" value={log.webhook_delivery.id} />,
    ],
  ];
  return [
    [words.facts.status, log.status],
    [words.facts.requestId, <CopyValue key="request" value={log.request_id} />],
    [words.facts.at, <ExactTime key="at" at={log.created_at} />],
    [words.facts.duration, words.milliseconds(log.duration_ms)],
    [words.facts.key, log.key.name ?? log.key.id],
    [words.facts.sizes, words.sizes(log.request_bytes, log.response_bytes)],
    ...optional.filter(([, value]) => Boolean(value)),
  ];
}

/** The code itself, of a later version. */
function warningText(code: string): string {
  return (words.warnings as Readonly<Record<string, string | undefined>>)[code] ?? code;
}

/** A range in which the entries of the request are: they were recorded while it ran. */
function timeOf({ created_at: at, duration_ms: duration }: ApiLog) {
  const begin = Date.parse(at);
  return {
    since: new Date(begin - 1_000).toISOString(),
    until: new Date(begin + duration + 1_000).toISOString(),
  };
}

function EmailLink({ id }: { readonly id: string }) {
  return (
    <div>
      <Link to="/emails/$id" params={{ id }} className="mono">
        {id}
      </Link>
    </div>
  );
}

function Content({ log: { content } }: { readonly log: ApiLog }) {
  if (content === null)
    return (
      <Text size="sm" c="dimmed">
        {words.noContent}
      </Text>
    );
  const headers = Object.entries(content.headers).map(([name, value]) => `${name}: ${value}`);
  const parts = [
    [words.headers, headers.join('\n')],
    [words.query, content.query],
    [words.request, content.request === null ? null : JSON.stringify(content.request, null, 2)],
    [words.response, content.response === null ? null : JSON.stringify(content.response, null, 2)],
  ] as const;
  return parts
    .filter((part): part is readonly [string, string] => Boolean(part[1]))
    .map(([title, code]) => (
      <div key={title}>
        <Title order={3} mb={6}>
          {title}
        </Title>
        <CodeBlock code={code} label={title} />
      </div>
    ));
}
