import { Checkbox, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Broadcast, BroadcastEstimate, EmailCheckFinding } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { emailCheckTexts } from '../../texts/email-check';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { Facts, Panel } from '../../ui/panel';
import { ExactTime } from '../../ui/time';
import { useTopics } from '../topics/topic-select';
import { BroadcastEmail } from './broadcast-email';
import classes from './broadcasts.module.css';
import { useBroadcastCheck } from './check-broadcast';
import { localTimeFacts } from './local-time';
import { ReviewAudience } from './review-audience';
import { ReviewChecklist } from './review-checklist';
import { SendForm } from './send-form';

const { review: words } = broadcastTexts;
/** While the contacts are counted, the count is read this often. */
const countingMs = 2_000;

interface Shown {
  readonly broadcast: Broadcast;
}

/** Who gets what, what a check of it finds, and the button that sends it. */
export function ReviewStep({ broadcast }: Shown) {
  const { data: estimate, error } = useEstimate(broadcast);
  const canSend = useHasRole('member');
  const check = useBroadcastCheck(broadcast, canSend);
  const findings = check.data?.findings;
  return (
    <Stack>
      <div className={classes.columns}>
        <Stack>
          <Panel title={broadcastTexts.report.recipients}>
            <ErrorPanel error={error} />
            <ReviewAudience broadcast={broadcast} estimate={estimate} />
          </Panel>
          <Panel title={words.email}>
            <ReviewFacts broadcast={broadcast} />
          </Panel>
          {canSend && (
            <Panel title={emailCheckTexts.title}>
              <ReviewChecklist broadcast={broadcast} check={check.data} error={check.error} />
            </Panel>
          )}
        </Stack>
        <BroadcastEmail broadcast={broadcast} />
      </div>
      {canSend && (
        <Panel title={words.send}>
          <Stack gap="sm">
            <Override findings={findings} error={check.error}>
              {(overridden) => <SendForm broadcast={broadcast} estimate={estimate} overridden={overridden} />}
            </Override>
          </Stack>
        </Panel>
      )}
    </Stack>
  );
}

/** Of a resend there is none: its recipients are those of the original. */
function useEstimate({ id, parent_id: parentId }: Broadcast): {
  readonly data: BroadcastEstimate | undefined;
  readonly error: Error | null;
} {
  return useRead(
    '/broadcasts/{id}/estimate',
    { path: { id } },
    {
      enabled: parentId === null,
      retry: false,
      refetchInterval: ({ state }) => state.data?.contacts === null && countingMs,
    },
  );
}

function ReviewFacts({ broadcast }: Shown) {
  const { track, utm, ab_test: test } = broadcast;
  const topic = useTopics().find(({ slug }) => slug === broadcast.topic);
  const tracked = [
    track.opens && broadcastTexts.content.opens,
    track.clicks && broadcastTexts.content.clicks,
  ].filter((each) => each !== false);
  return (
    <Facts
      facts={[
        [broadcastTexts.from, broadcast.from],
        [broadcastTexts.replyTo, broadcast.reply_to ?? texts.common.none],
        [broadcastTexts.topic, topic?.name ?? broadcast.topic],
        ...(topic?.archive === true && broadcast.parent_id === null
          ? [[words.archive, words.inArchive[broadcast.in_archive ? 'true' : 'false']] as const]
          : []),
        ...(test === null
          ? []
          : [[broadcastTexts.abTest.title, words.variants(test.variants.length)] as const]),
        [words.tracking, words.track(tracked)],
        ...(utm === null
          ? []
          : [[broadcastTexts.utm.fact, [utm.source, utm.medium, utm.campaign].join(', ')] as const]),
        ...(broadcast.scheduled_at === null
          ? []
          : [[words.waitsUntil, <ExactTime key="at" at={broadcast.scheduled_at} />] as const]),
        ...localTimeFacts(broadcast),
      ]}
    />
  );
}

/** Errors keep the form back until someone decides to send in spite of them. */
function Override({
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
      {!isChecked && (
        <Text size="sm" role="status">
          {emailCheckTexts.checking}
        </Text>
      )}
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
