import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OperatorEmail } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { providerName } from '../../texts/mailbox-providers';
import { operatorEmailTexts as words } from '../../texts/operator-emails';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { CodeBlock, CopyValue } from '../../ui/copy';
import { Facts, Panel, type FactList } from '../../ui/panel';
import { Time } from '../../ui/time';
import { usePathId } from '../../ui/use-path-id';
import { FigureTable } from './figure-table';
import { OperatorPage } from './operator-page';

/** An email of any organization: what it waits for, and what happened to it. */
export function OperatorEmailPage() {
  const id = usePathId();
  const query = useRead('/operator/emails/{id}', { path: { id } });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <OperatorPage
      parent={{ to: '/operator/emails', label: texts.navigation.pages.operatorEmails }}
      title={words.title(data.from)}
      state={<StatusBadge status={data.status} />}
    >
      <Stack>
        <Panel title={words.about}>
          <Facts facts={factsOf(data)} />
        </Panel>
        <Recipients recipients={data.recipients} />
        <Attempts attempts={data.attempts} />
        <Events events={data.events} />
      </Stack>
    </OperatorPage>
  );
}

function factsOf(email: OperatorEmail): FactList {
  const { facts } = words;
  return [
    [facts.id, <CopyValue key="id" value={email.id} />],
    [
      facts.organization,
      <Anchor
        key="organization"
        component={Link}
        to={`/operator/organizations/${email.organization_id}`}
        size="sm"
      >
        {email.organization}
      </Anchor>,
    ],
    [facts.status, <StatusBadge key="status" status={email.status} />],
    [facts.where, email.where],
    [facts.domain, email.domain ?? texts.common.none],
    [facts.mode, email.mode],
    [facts.lane, email.lane],
    [facts.kind, email.kind ?? texts.common.none],
    [facts.messageId, email.message_id ?? texts.common.none],
    [facts.content, email.content_kept ? words.contentKept : words.contentDeleted],
    [facts.created, <Time key="created" at={email.created_at} />],
    [facts.scheduled, <Time key="scheduled" at={email.scheduled_at} />],
    [facts.due, <Time key="due" at={email.due_at} />],
    [facts.expires, <Time key="expires" at={email.expires_at} />],
    [facts.final, <Time key="final" at={email.final_at} />],
  ];
}

function Recipients({ recipients }: Pick<OperatorEmail, 'recipients'>) {
  const { recipientColumns: titles } = words;
  return (
    <Panel title={words.recipients} bare>
      <FigureTable
        label={words.recipients}
        rows={recipients}
        keyOf={({ address, role }) => `${role} ${address}`}
        columns={[
          { title: titles.address, cell: ({ address }) => address },
          { title: titles.role, cell: ({ role }) => role },
          { title: titles.status, cell: ({ status }) => <StatusBadge status={status} /> },
          {
            title: titles.provider,
            cell: ({ provider }) => (provider === null ? texts.common.none : providerName(provider)),
          },
          { title: titles.reason, cell: ({ detail }) => detail ?? texts.common.none },
        ]}
      />
    </Panel>
  );
}

type Attempt = OperatorEmail['attempts'][number];

function Attempts({ attempts }: Pick<OperatorEmail, 'attempts'>) {
  const { attemptColumns: titles } = words;
  if (attempts.length === 0)
    return (
      <Panel title={words.attempts}>
        <Text size="sm">{words.noAttempts}</Text>
      </Panel>
    );
  return (
    <Panel title={words.attempts} bare>
      <FigureTable
        label={words.attempts}
        rows={attempts}
        keyOf={({ round, recipient }) => `${round} ${recipient}`}
        columns={[
          { title: titles.number, cell: ({ round }) => round, isNumber: true },
          { title: titles.recipient, cell: ({ recipient }) => recipient },
          { title: titles.result, cell: ({ result }) => <StatusBadge status={result ?? words.running} /> },
          { title: titles.reply, cell: ({ reply }) => reply ?? texts.common.none },
          { title: titles.peer, cell: ({ peer, transport }) => peer ?? transport ?? texts.common.none },
          { title: titles.source, cell: ({ source_address: source }) => source ?? texts.common.none },
          { title: titles.started, cell: ({ started_at: at }) => <Time at={at} />, isNumber: true },
        ]}
      />
      {attempts.map((attempt) => (
        <Conversation key={`${attempt.round} ${attempt.recipient}`} attempt={attempt} />
      ))}
    </Panel>
  );
}

function Conversation({ attempt: { round, recipient, conversation } }: { readonly attempt: Attempt }) {
  if (conversation.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm" px="md" py="xs">
        {words.conversation(round, recipient)}
      </Text>
      <CodeBlock code={conversation.join('\n')} label={words.conversation(round, recipient)} />
    </details>
  );
}

function Events({ events }: Pick<OperatorEmail, 'events'>) {
  const { eventColumns: titles } = words;
  return (
    <Panel title={words.events} bare>
      <FigureTable
        label={words.events}
        rows={events.map((event, index) => ({ ...event, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          { title: titles.type, cell: ({ type }) => <StatusBadge status={type} /> },
          { title: titles.recipient, cell: ({ recipient }) => recipient ?? texts.common.none },
          { title: titles.reason, cell: ({ detail }) => detail ?? texts.common.none },
          { title: titles.at, cell: ({ occurred_at: at }) => <Time at={at} />, isNumber: true },
        ]}
      />
    </Panel>
  );
}
