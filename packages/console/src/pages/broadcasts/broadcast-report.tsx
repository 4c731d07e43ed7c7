import { Alert, Progress, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Broadcast, Waiting } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { timeline as timelineWords } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { waitingNames } from '../../texts/waiting';
import { StatusBadge } from '../../ui/badge';
import { CopyValue } from '../../ui/copy';
import { Facts, Panel } from '../../ui/panel';
import { ClockTime, Time } from '../../ui/time';
import { variantLetter } from './broadcast-draft';
import { BroadcastLink } from '../../ui/broadcast-link';
import { BroadcastLinks } from './broadcast-links';
import { BroadcastRecipients } from './broadcast-recipients';
import { BroadcastSeries } from './broadcast-series';
import { localTimeFacts } from './local-time';
import classes from './broadcasts.module.css';

const { report: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const minuteMs = 60_000;

interface Shown {
  readonly broadcast: Broadcast;
}

/** What the broadcast has reached so far. */
export function BroadcastReport({ broadcast }: Shown) {
  const { phase, waiting, paused_at: pausedAt, counts } = broadcast;
  // Once all emails are submitted, it only waits for their outcomes, which the progress shows.
  const isSubmitted = counts.recipients > 0 && counts.waiting === 0;
  return (
    <Stack>
      {waiting && pausedAt === null && !isSubmitted && <BroadcastWaiting waiting={waiting} />}
      {(phase === 'sending' || phase === 'testing') && <SendingProgress broadcast={broadcast} />}
      <div className={classes.columns}>
        <Funnel counts={counts} />
        <Losses counts={counts} />
      </div>
      <Variants broadcast={broadcast} />
      <div className={classes.columns}>
        <BroadcastSeries broadcastId={broadcast.id} />
        <BroadcastLinks broadcast={broadcast} />
      </div>
      <BroadcastRecipients broadcast={broadcast} />
      <Panel title={words.details}>
        <Facts
          facts={[
            [words.facts.from, broadcast.from],
            [words.facts.topic, broadcast.topic],
            [words.facts.segment, <SegmentLink key="segment" id={broadcast.segment_id} />],
            ...localTimeFacts(broadcast),
            [words.facts.started, <Time key="started" at={broadcast.sent_at} />],
            [words.facts.finished, <Time key="finished" at={broadcast.finished_at} />],
            [words.facts.id, <CopyValue key="id" value={broadcast.id} />],
            [
              words.facts.parent,
              broadcast.parent_id === null ? (
                texts.common.none
              ) : (
                <BroadcastLink key="parent" id={broadcast.parent_id} />
              ),
            ],
          ]}
        />
      </Panel>
    </Stack>
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

type Counts = Broadcast['counts'];

function Funnel({ counts }: { readonly counts: Counts }) {
  const steps = ['recipients', 'submitted', 'sent', 'delivered', 'opened', 'clicked'] as const;
  return (
    <Panel title={words.funnel}>
      <Table fz="sm" verticalSpacing={6} className={classes.funnel}>
        <Table.Tbody>
          {steps.map((step) => {
            const isEngagement = step === 'opened' || step === 'clicked';
            const whole = isEngagement ? counts.delivered : counts.recipients;
            const share = whole === 0 ? 0 : counts[step] / whole;
            return (
              <Table.Tr key={step}>
                <Table.Th scope="row" fw={500} w="6.5rem">
                  {words.steps[step]}
                </Table.Th>
                <Table.Td>
                  <Progress value={share * 100} size="sm" aria-label={words.steps[step]} />
                </Table.Td>
                <Table.Td ta="right" w="5rem">
                  {numbers.format(counts[step])}
                </Table.Td>
                <Table.Td ta="right" w="10rem" c="dimmed" fz="xs">
                  {percents.format(share)} {isEngagement ? words.ofDelivered : words.ofRecipients}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Losses({ counts }: { readonly counts: Counts }) {
  return (
    <Panel title={words.losses}>
      <Table fz="sm" verticalSpacing={6} className={classes.losses}>
        <Table.Tbody>
          {(Object.keys(words.lossNames) as (keyof typeof words.lossNames)[]).map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500}>
                {words.lossNames[name]}
              </Table.Th>
              <Table.Td ta="right">{numbers.format(counts[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
