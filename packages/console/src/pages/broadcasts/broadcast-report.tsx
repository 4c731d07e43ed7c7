import { Alert, Progress, Stack, Table, Tabs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Broadcast, Waiting } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { timeline as timelineWords } from '../../texts/email';
import { waitingNames } from '../../texts/waiting';
import { StatusBadge } from '../../ui/badge';
import { CopyValue } from '../../ui/copy';
import { Facts, Panel } from '../../ui/panel';
import { ClockTime, Time } from '../../ui/time';
import { useTopics } from '../topics/topic-select';
import { useFilters } from '../../ui/use-filters';
import { ArchiveFact } from './archive-fact';
import { BroadcastEmail } from './broadcast-email';
import { variantLetter } from './broadcast-draft';
import { BroadcastLink } from '../../ui/broadcast-link';
import { BroadcastLinks } from './broadcast-links';
import { BroadcastRecipients } from './broadcast-recipients';
import { BroadcastSeries } from './broadcast-series';
import { localTimeFacts } from './local-time';
import { ReportComparison, useComparison } from './report-comparison';
import { ReportFigures, ReportLosses } from './report-figures';
import classes from './broadcasts.module.css';

const { report: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');
const minuteMs = 60_000;

interface Shown {
  readonly broadcast: Broadcast;
}

/** What the broadcast has reached so far, and whom. */
export function BroadcastReport({ broadcast }: Shown) {
  const { phase, waiting, paused_at: pausedAt, counts } = broadcast;
  const [{ tab, ...filters }, change] = useFilters(['tab', 'outcome', 'opened', 'clicked']);
  const comparison = useComparison(broadcast);
  // Once all emails are submitted, it only waits for their outcomes, which the progress shows.
  const isSubmitted = counts.recipients > 0 && counts.waiting === 0;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Stack>
      {waiting && pausedAt === null && !isSubmitted && <BroadcastWaiting waiting={waiting} />}
      {(phase === 'sending' || phase === 'testing') && <SendingProgress broadcast={broadcast} />}
      <ReportFigures broadcast={broadcast} average={comparison.average} />
      <ReportLosses broadcast={broadcast} />
      <Tabs
        value={tab ?? (isFiltered ? 'recipients' : 'overview')}
        onChange={(next) =>
          change({ tab: next ?? undefined, outcome: undefined, opened: undefined, clicked: undefined })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="overview">{words.tabs.overview}</Tabs.Tab>
          <Tabs.Tab value="recipients">{words.tabs.recipients}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Stack>
            <div className={classes.columns}>
              <Stack>
                <Variants broadcast={broadcast} />
                <BroadcastSeries broadcast={broadcast} />
                <BroadcastLinks broadcast={broadcast} />
                <Details broadcast={broadcast} />
              </Stack>
              <BroadcastEmail broadcast={broadcast} />
            </div>
            <ReportComparison broadcast={broadcast} {...comparison} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="recipients">
          <BroadcastRecipients broadcast={broadcast} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Details({ broadcast }: Shown) {
  const topic = useTopics().find(({ slug }) => slug === broadcast.topic);
  return (
    <Panel title={words.details}>
      <Facts
        facts={[
          [words.facts.from, broadcast.from],
          [words.facts.topic, topic?.name ?? broadcast.topic],
          ...(topic?.archive === true && broadcast.parent_id === null
            ? [[words.facts.archive, <ArchiveFact key="archive" {...{ broadcast, topic }} />] as const]
            : []),
          [words.facts.segment, <SegmentLink key="segment" id={broadcast.segment_id} />],
          ...localTimeFacts(broadcast),
          [words.facts.started, <Time key="started" at={broadcast.sent_at} />],
          [words.facts.finished, <Time key="finished" at={broadcast.finished_at} />],
          ...(broadcast.parent_id === null
            ? []
            : [[words.facts.parent, <BroadcastLink key="parent" id={broadcast.parent_id} />] as const]),
          [words.facts.id, <CopyValue key="id" value={broadcast.id} />],
        ]}
      />
    </Panel>
  );
}

/** In the words of an email that waits. */
function BroadcastWaiting({ waiting }: { readonly waiting: Waiting }) {
  const { cause, actor, advice, detail, since, next_attempt_at: next } = waiting;
  const who = timelineWords.actors[actor];
  return (
    <Alert
      color={actor === 'none' ? 'blue' : 'yellow'}
      variant="light"
      role="status"
      title={`${words.waitingFor}: ${waitingNames[cause]}`}
    >
      {who !== null && <strong>{who} </strong>}
      {advice}
      {detail !== null && <div>{detail}</div>}
      <Text size="xs" c="dimmed">
        {words.waitingSince} <ClockTime at={since} />
        {next !== null && (
          <>
            , {words.next} <Time at={next} />
          </>
        )}
      </Text>
    </Alert>
  );
}

function SegmentLink({ id }: { readonly id: string }) {
  const { data } = useRead('/segments/{id}', { path: { id } }, { retry: false });
  return (
    <Link to="/segments/$id" params={{ id }}>
      {data?.name ?? id}
    </Link>
  );
}

/** Part of the recipients that are done, and the rate since this page was opened. */
function SendingProgress({ broadcast: { counts } }: Shown) {
  const done = counts.recipients - counts.waiting;
  const start = useRef({ at: Date.now(), done });
  const elapsedMs = Date.now() - start.current.at;
  const perMinute = elapsedMs === 0 ? 0 : ((done - start.current.done) * minuteMs) / elapsedMs;
  const percent = counts.recipients === 0 ? 0 : (100 * done) / counts.recipients;
  return (
    <Panel title={words.progress} actions={<StatusBadge status="sending" />}>
      <Progress value={percent} animated aria-label={words.progress} mb="xs" />
      <Text size="sm" role="status">
        {numbers.format(done)} / {numbers.format(counts.recipients)}
        {perMinute > 0 &&
          ` · ${words.rate(numbers.format(Math.round(perMinute)))} · ${words.remaining(Math.ceil(counts.waiting / perMinute))}`}
      </Text>
    </Panel>
  );
}

function Variants({ broadcast: { counts, ab_test: test, winner } }: Shown) {
  if (test === null || counts.by_variant === undefined) return null;
  const columns = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const;
  const names = { ...words.steps, ...words.lossNames };
  return (
    <Panel title={words.variants} bare>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={560}>
        <Table fz="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{broadcastTexts.subject}</Table.Th>
              {columns.map((name) => (
                <Table.Th key={name} ta="right">
                  {names[name]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {counts.by_variant.map((row) => (
              <Table.Tr key={row.variant}>
                <Table.Td>
                  {variantLetter(row.variant)}:{' '}
                  {test.variants[row.variant]?.subject ?? broadcastTexts.abTest.own}
                  {winner === row.variant && ` (${words.winner})`}
                </Table.Td>
                {columns.map((name) => (
                  <Table.Td key={name} ta="right">
                    {numbers.format(row[name])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
