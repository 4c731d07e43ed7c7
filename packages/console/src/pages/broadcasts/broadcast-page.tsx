import { Alert } from '@mantine/core';
import type { Broadcast } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { PageHeader } from '../../ui/page-header';
import { ExactTime } from '../../ui/time';
import { PendingPage } from '../../shell/pending-page';
import { usePathId } from '../../ui/use-path-id';
import { BroadcastActions, useBroadcastMenu } from './broadcast-actions';
import { isDue, isEditable } from './broadcast-draft';
import { BroadcastReport } from './broadcast-report';
import { Composer } from './composer';
import { PhaseBadge } from './phase-badge';
import { ScheduledBroadcast } from './scheduled-broadcast';

/** While emails are being sent and delivered, the counts are read this often. */
const sendingMs = 3_000;
const idleMs = 30_000;
/** So long after the last email was submitted, most are delivered. */
const deliveryMs = 600_000;

const isInMotion = (broadcast: Broadcast): boolean =>
  ['sending', 'testing'].includes(broadcast.phase) ||
  isDue(broadcast) ||
  Date.now() - Date.parse(broadcast.finished_at ?? '') < deliveryMs;

function BroadcastHeader({ broadcast }: { readonly broadcast: Broadcast }) {
  const { id, name, phase, subject, paused_at: pausedAt, scheduled_at: scheduledAt } = broadcast;
  return (
    <PageHeader
      parent={{ to: '/broadcasts', label: texts.navigation.pages.broadcasts }}
      title={name}
      state={
        <>
          <PhaseBadge phase={phase} />
          {pausedAt !== null && <StatusBadge status="paused" />}
        </>
      }
      description={
        phase === 'scheduled' && scheduledAt !== null ? (
          <>
            {subject} · {broadcastTexts.sendsAt} <ExactTime at={scheduledAt} />
          </>
        ) : (
          subject
        )
      }
      menu={useBroadcastMenu(broadcast)}
      curl={{ path: `/broadcasts/${id}`, docs: 'broadcasts#readBroadcast' }}
    >
      <BroadcastActions broadcast={broadcast} />
    </PageHeader>
  );
}

/** A draft in the composer; once it is scheduled, what will be sent; once sending has begun, the report. */
export function BroadcastPage() {
  const id = usePathId();
  const query = useRead(
    '/broadcasts/{id}',
    { path: { id } },
    {
      refetchInterval: ({ state }) =>
        state.data !== undefined && isInMotion(state.data) ? sendingMs : idleMs,
    },
  );
  const { data: broadcast } = query;
  if (broadcast === undefined) return <PendingPage query={query} />;
  return (
    <>
      <BroadcastHeader broadcast={broadcast} />
      {broadcast.paused_at !== null && (
        <Alert color="yellow" variant="light" mb="md" title={broadcastTexts.paused} role="status">
          {broadcastTexts.pausedText} {broadcastTexts.pausedSince} <ExactTime at={broadcast.paused_at} />.
        </Alert>
      )}
      {isEditable(broadcast) ? (
        <Composer key={broadcast.id} broadcast={broadcast} />
      ) : broadcast.phase === 'scheduled' ? (
        <ScheduledBroadcast broadcast={broadcast} />
      ) : (
        <BroadcastReport broadcast={broadcast} />
      )}
    </>
  );
}
