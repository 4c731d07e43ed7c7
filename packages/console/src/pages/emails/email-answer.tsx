import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeliveryAttempt, Email, ProviderDeliveryTimes, Waiting } from '../../api/types';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { answer as words, askedToSlowDown, waitingSentences } from '../../texts/email-answer';
import { timeline as timelineWords } from '../../texts/email';
import { providerName } from '../../texts/mailbox-providers';
import type { Tone } from '../../ui/badge';
import { ClockTime, Time } from '../../ui/time';
import { waitingTones } from '../../ui/waiting-badge';
import { acceptancesOf, waitingProviderOf } from './email-acceptances';
import { DeliveryEvidence } from './email-evidence';
import { paceSentence } from './email-pace';
import classes from './emails.module.css';

/** Figures of the last hour. */
const timesMs = 60_000;

/** What people ask about an email, as sentences: why it waits and until when, or who accepted it. */
export function EmailAnswer({
  email,
  attempts,
}: {
  readonly email: Email;
  readonly attempts: readonly DeliveryAttempt[];
}) {
  const { mode } = useScope();
  const { data } = useRead(
    '/emails/{id}/delivery-times',
    { path: { id: email.id } },
    { mode, enabled: email.mode === 'live', staleTime: timesMs, refetchInterval: timesMs },
  );
  const times = data?.data ?? [];
  if (email.waiting) {
    const provider = waitingProviderOf(email, times);
    return <WaitingAnswer waiting={email.waiting} provider={provider} times={times} />;
  }
  return <Acceptances email={email} attempts={attempts} times={times} />;
}

function WaitingAnswer({
  waiting,
  provider,
  times,
}: {
  readonly waiting: Waiting;
  readonly provider: string;
  readonly times: readonly ProviderDeliveryTimes[];
}) {
  const { actor, advice, detail } = waiting;
  const who = timelineWords.actors[actor];
  return (
    <Answer
      tone={waitingTones[actor]}
      title={<WaitingTitle waiting={waiting} provider={providerName(provider)} />}
    >
      <Text size="sm">
        {who !== null && <strong>{who} </strong>}
        {advice}
      </Text>
      {detail !== null && <Detail waiting={waiting} />}
      <Pace times={times} />
    </Answer>
  );
}

/** What a server said looks like a reply; a number of emails is a sentence. */
function Detail({ waiting: { cause, detail } }: { readonly waiting: Waiting }) {
  if (cause !== 'backlog') return <div className={classes.reply}>{detail}</div>;
  return <Text size="sm">{detail?.replace(/^./, (first) => first.toUpperCase())}.</Text>;
}

function WaitingTitle({ waiting, provider }: { readonly waiting: Waiting; readonly provider: string }) {
  const { cause, since, next_attempt_at: next } = waiting;
  if (cause === 'scheduled' && next !== null)
    return (
      <>
        {words.scheduled} <Time at={next} /> (<ClockTime at={next} />)
      </>
    );
  return (
    <>
      {words.waitingSince} <ClockTime at={since} />: {sentenceOf(waiting, provider)}{' '}
      {cause !== 'sending' && next !== null && <NextAttempt at={next} />}
    </>
  );
}

/** A receiver that limits us says so in its reply, whose class comes first in the detail. */
function sentenceOf({ cause, detail }: Waiting, provider: string): string {
  const isLimited =
    (cause === 'site_suspended' || cause === 'retry') && detail?.startsWith('rate: ') === true;
  return isLimited ? askedToSlowDown(provider) : waitingSentences[cause](provider);
}

function NextAttempt({ at }: { readonly at: string }) {
  if (Date.parse(at) <= Date.now()) return words.dueNow;
  return (
    <>
      {words.next} <Time at={at} /> (<ClockTime at={at} />)
    </>
  );
}

/** By provider: who accepted the email, when, and with which reply. */
function Acceptances({
  email,
  attempts,
  times,
}: {
  readonly email: Email;
  readonly attempts: readonly DeliveryAttempt[];
  readonly times: readonly ProviderDeliveryTimes[];
}) {
  const acceptances = acceptancesOf(email, attempts, times);
  if (acceptances.length === 0) return null;
  return (
    <Answer tone="good" title={words.delivered(email.mode)}>
      {acceptances.map(({ provider, at, reply, recipients }) => (
        <div key={provider}>
          <Text size="sm">
            {words.acceptedBy(providerName(provider))} <ClockTime at={at} />
            {recipients > 1 && ` ${words.forRecipients(recipients)}`}
            {reply === null ? '.' : words.withReply}
          </Text>
          {reply !== null && <div className={classes.reply}>{reply}</div>}
        </div>
      ))}
      {email.mode === 'live' && (
        <>
          <Text size="sm">{words.inboxUnknown}</Text>
          <DeliveryEvidence email={email} providers={acceptances.map(({ provider }) => provider)} />
        </>
      )}
      <Pace times={times.filter(({ provider }) => acceptances.some((each) => each.provider === provider))} />
    </Answer>
  );
}

/** More than a few would hide the answer. */
const pacesMax = 3;

function Pace({ times }: { readonly times: readonly ProviderDeliveryTimes[] }) {
  const sentences = times.flatMap((each) => paceSentence(each) ?? []).slice(0, pacesMax);
  return sentences.map((sentence) => (
    <Text key={sentence} size="xs" c="dimmed">
      {sentence}
    </Text>
  ));
}

function Answer({
  tone,
  title,
  children,
}: {
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={classes.answer} data-tone={tone} aria-label={words.label}>
      <Text fw={600}>{title}</Text>
      <Stack gap="xs" mt="xs">
        {children}
      </Stack>
    </section>
  );
}
