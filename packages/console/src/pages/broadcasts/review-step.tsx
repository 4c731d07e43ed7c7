import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { unwrap } from '../../api/client';
import type { Broadcast, BroadcastEstimate, EmailCheckFinding } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { emailCheckTexts } from '../../texts/email-check';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { FormModal } from '../../ui/form-modal';
import { Facts, Panel } from '../../ui/panel';
import { ExactTime } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { Findings } from '../emails/email-findings';
import { isDue } from './broadcast-draft';
import { useBroadcastCheck } from './check-broadcast';
import { localTimeFacts, useSendTime } from './local-time';

const { review: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
/** While the contacts are counted, the count is read this often. */
const countingMs = 2_000;

/** What is about to be sent, and the button that sends it. */
export function ReviewStep({ broadcast }: { readonly broadcast: Broadcast }) {
  const estimate = useEstimate(broadcast);
  const count = estimate?.contacts ?? null;
  const canSend = useHasRole('member');
  const check = useBroadcastCheck(broadcast, canSend);
  const { track, ab_test: test, template } = broadcast;
  const tracked = [
    track.opens && broadcastTexts.content.opens,
    track.clicks && broadcastTexts.content.clicks,
  ];
  return (
    <Panel title={words.title}>
      <Stack>
        <Facts
          facts={[
            [broadcastTexts.subject, broadcast.subject ?? template?.slug ?? texts.common.none],
            [broadcastTexts.from, broadcast.from],
            [broadcastTexts.replyTo, broadcast.reply_to ?? texts.common.none],
            [broadcastTexts.topic, broadcast.topic],
            [words.contacts, count === null ? broadcastTexts.audience.counting : numbers.format(count)],
            ...(estimate === undefined ? [] : estimateFacts(estimate)),
            [
              broadcastTexts.abTest.title,
              test === null ? words.noTest : words.variants(test.variants.length),
            ],
            [words.tracking, words.track(tracked.filter((each) => each !== false))],
            ...(broadcast.scheduled_at === null
              ? []
              : [[words.waitsUntil, <ExactTime key="at" at={broadcast.scheduled_at} />] as const]),
            ...localTimeFacts(broadcast),
          ]}
        />
        <Text size="sm" c="dimmed">
          {broadcastTexts.audience.screened}
        </Text>
        {canSend && (
          <Checks findings={check.data} error={check.error}>
            {(overridden) => <SendForm broadcast={broadcast} count={count} overridden={overridden} />}
          </Checks>
        )}
      </Stack>
    </Panel>
  );
}

/** What is wrong with the content. Errors keep the form back until someone decides to send in spite of them. */
function Checks({
  findings,
  error,
  children,
}: {
  readonly findings: readonly EmailCheckFinding[] | undefined;
  readonly error: Error | null;
  /** Of what was overridden: null while it may not be sent. */
  readonly children: (overridden: readonly EmailCheckFinding['code'][] | null) => ReactNode;
}) {
  const [overridden, setOverridden] = useState<string | null>(null);
  const errors = (findings ?? []).filter(({ severity }) => severity === 'error');
  // Another error than those that were seen is not overridden.
  const seen = JSON.stringify(errors);
  const isOverridden = errors.length === 0 || overridden === seen;
  // A check that fails is no reason to keep the broadcast back.
  const isChecked = findings !== undefined || error !== null;
  return (
    <>
      <Text size="sm" fw={500}>
        {emailCheckTexts.title}
      </Text>
      <ErrorPanel error={error} />
      {findings !== undefined && <Findings findings={findings} />}
      {!isChecked && <Text size="sm">{emailCheckTexts.checking}</Text>}
      {errors.length > 0 && (
        <Checkbox
          size="xs"
          label={emailCheckTexts.override(errors.length)}
          description={emailCheckTexts.overrideText}
          checked={isOverridden}
          onChange={(event) => setOverridden(event.currentTarget.checked ? seen : null)}
        />
      )}
      {children(isChecked && isOverridden ? [...new Set(errors.map(({ code }) => code))] : null)}
    </>
  );
}

/** Of a resend there is none: its recipients are those of the original. */
function useEstimate({ id, parent_id: parentId }: Broadcast): BroadcastEstimate | undefined {
  const { data } = useRead(
    '/broadcasts/{id}/estimate',
    { path: { id } },
    {
      enabled: parentId === null,
      retry: false,
      refetchInterval: ({ state }) => state.data?.contacts === null && countingMs,
    },
  );
  return data;
}

function estimateFacts(estimate: BroadcastEstimate): readonly (readonly [string, string])[] {
  const { sample, recipients, expected_seconds: seconds, limits } = estimate;
  const share = (some: number) => percents.format(sample.contacts === 0 ? 0 : some / sample.contacts);
  return [
    [words.withoutEmail, words.shares(share(sample.suppressed), share(sample.unsubscribed))],
    [words.recipients, recipients === null ? broadcastTexts.audience.counting : numbers.format(recipients)],
    [words.duration, seconds === null ? words.unknownDuration : words.minutes(Math.ceil(seconds / 60))],
    [words.limits, words.limitList(limitsOf(limits))],
  ];
}

function limitsOf(limits: BroadcastEstimate['limits']): readonly string[] {
  const named = [
    [words.limitNames.monthly, limits.monthly_remaining],
    [words.limitNames.daily, limits.daily_remaining],
    [words.limitNames.domain, limits.domain_daily_cap],
  ] as const;
  return [
    ...named.flatMap(([name, limit]) => (limit === null ? [] : [`${name}: ${numbers.format(limit)}`])),
    ...(limits.warming_up ? [words.limitNames.warmUp] : []),
  ];
}

function SendForm({
  broadcast,
  count,
  overridden,
}: {
  readonly broadcast: Broadcast;
  readonly count: number | null;
  readonly overridden: readonly EmailCheckFinding['code'][] | null;
}) {
  const { api } = useScope();
  const { at, setAt, body, fields } = useSendTime(broadcast);
  const [isOpen, { open, close }] = useDisclosure();
  const params = { path: { id: broadcast.id } };
  const unschedule = useChange({
    // The types of openapi-fetch lose a property that can only be null.
    run: () => unwrap(api.PATCH('/broadcasts/{id}', { params, body: { scheduled_at: null as never } })),
    message: words.unscheduled,
  });
  const send = useChange({
    run: () => {
      const overrides = overridden === null ? [] : [...overridden];
      return unwrap(
        api.POST('/broadcasts/{id}/send', {
          params,
          body: { ...body(), ...(overrides.length > 0 && { overridden_findings: overrides }) },
        }),
      );
    },
    message: at === '' ? words.started : words.scheduled,
    done: close,
    showsError: true,
  });
  return (
    <Group align="flex-end">
      {isDue(broadcast) ? (
        <Text size="sm" role="status">
          {words.begins}
        </Text>
      ) : (
        <>
          <TextInput
            type="datetime-local"
            label={words.scheduleLabel}
            description={words.scheduleText}
            value={at}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
          {fields}
          <Button size="sm" onClick={open} disabled={overridden === null}>
            {at === '' ? words.sendNow : words.schedule}
          </Button>
        </>
      )}
      {broadcast.status === 'scheduled' && (
        <Button
          size="sm"
          variant="default"
          loading={unschedule.isPending}
          onClick={() => unschedule.mutate()}
        >
          {words.unschedule}
        </Button>
      )}
      {isOpen && (
        <ConfirmSend
          expected={count === null ? broadcast.name : numbers.format(count)}
          isCount={count !== null}
          action={at === '' ? words.sendNow : words.schedule}
          close={close}
          send={send}
        />
      )}
    </Group>
  );
}

/** Asks for the number of contacts; where it is not known, for the name. */
function ConfirmSend({
  expected,
  isCount,
  action,
  close,
  send,
}: {
  readonly expected: string;
  readonly isCount: boolean;
  readonly action: string;
  readonly close: () => void;
  readonly send: {
    readonly mutate: () => void;
    readonly reset: () => void;
    readonly error: unknown;
    readonly isPending: boolean;
  };
}) {
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.replace(/[\s,.]/g, '') === expected.replace(/[\s,.]/g, '');
  return (
    <FormModal
      opened
      close={close}
      title={words.confirmTitle}
      action={action}
      submit={(event) => {
        event.preventDefault();
        if (isConfirmed) send.mutate();
      }}
      change={send}
    >
      <Text size="sm">{isCount ? words.confirmText(expected) : words.confirmName(expected)}</Text>
      <TextInput
        label={words.confirmLabel}
        data-autofocus
        required
        autoComplete="off"
        value={typed}
        error={typed !== '' && !isConfirmed && !expected.startsWith(typed)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormModal>
  );
}
