import { Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AutomationRun } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { automationTexts } from '../../texts/automations';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { CodeBlock, CopyValue } from '../../ui/copy';
import { Facts } from '../../ui/panel';
import { ExactTime, Time } from '../../ui/time';
import { stepNumber } from './step-text';

const { runs: words, stepNames } = automationTexts;

/** One run with the steps that it took. */
export function RunDetail({
  automationId,
  runId,
}: {
  readonly automationId: string;
  readonly runId: string;
}) {
  const path = { id_or_slug: automationId, run_id: runId };
  const query = useRead('/automations/{id_or_slug}/runs/{run_id}', { path });
  const { data: run } = query;
  if (run === undefined) return <PendingPage query={query} />;
  return (
    <Stack gap="lg">
      <RunFacts run={run} />
      <History history={run.history} />
      <div>
        <Title order={3} mb={6}>
          {words.properties}
        </Title>
        <CodeBlock code={JSON.stringify(run.properties, null, 2)} label={words.properties} />
      </div>
    </Stack>
  );
}

function RunFacts({ run }: { readonly run: AutomationRun }) {
  return (
    <Facts
      facts={[
        [
          words.facts.contact,
          <Link key="contact" to="/contacts/$id" params={{ id: run.contact_id }}>
            {run.contact_email ?? words.openContact}
          </Link>,
        ],
        [words.facts.status, <StatusBadge key="status" status={run.status} />],
        [words.facts.detail, run.detail ?? texts.common.none],
        [words.facts.version, run.version],
        [words.facts.next, <Time key="next" at={run.due_at} />],
        [words.facts.waitsFor, run.waiting_event ?? texts.common.none],
        [words.facts.started, <ExactTime key="started" at={run.started_at} />],
        [words.facts.finished, <Time key="finished" at={run.finished_at} />],
        [words.facts.id, <CopyValue key="id" value={run.id} />],
      ]}
    />
  );
}

function History({ history }: { readonly history: AutomationRun['history'] }) {
  return (
    <div>
      <Title order={3} mb={6}>
        {words.history}
      </Title>
      {history.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noHistory}
        </Text>
      )}
      <Stack gap="xs">
        {history.map((step) => (
          <div key={step.number}>
            <Text size="sm" span mr="xs">
              <span className="mono">{stepNumber(step.position)}</span>{' '}
              {stepNames[step.type as keyof typeof stepNames] ?? step.type}
            </Text>
            <StatusBadge
              status={words.outcomes[step.outcome]}
              tone={step.outcome === 'failed' ? 'bad' : step.outcome === 'done' ? 'good' : 'plain'}
            />
            <Text size="xs" c="dimmed">
              <ExactTime at={step.at} /> {step.detail}{' '}
              {step.email_id !== null && (
                <Link to="/emails/$id" params={{ id: step.email_id }}>
                  {words.openEmail}
                </Link>
              )}
            </Text>
          </div>
        ))}
      </Stack>
    </div>
  );
}
