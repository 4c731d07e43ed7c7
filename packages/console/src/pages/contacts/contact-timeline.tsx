import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../api/types';
import { contactTexts } from '../../texts/contacts';
import { segmentTexts } from '../../texts/segments';
import { StatusBadge } from '../../ui/badge';
import { LoadMore } from '../../ui/load-more';
import { Panel } from '../../ui/panel';
import { ExactTime } from '../../ui/time';
import { useTopicName } from '../topics/topic-select';
import { useList } from '../../ui/use-list';
import classes from './contacts.module.css';

const { timeline: words, history } = contactTexts;

/** Emails to the contact, its runs of automations and changes of its consent, newest first. */
export function ContactTimeline({ contactId }: { readonly contactId: string }) {
  const query = useList('/contacts/{id_or_email}/timeline', {
    path: { id_or_email: contactId },
    query: { limit: 25 },
  });
  const nameOf = useTopicName();
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title={words.title}>
      {entries.length === 0 && !query.isPending && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      <ol className={classes.history} aria-label={words.title}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} nameOf={nameOf} />
        ))}
      </ol>
      <LoadMore query={query} />
    </Panel>
  );
}

function Entry({
  entry,
  nameOf,
}: {
  readonly entry: TimelineEntry;
  readonly nameOf: (topic: string) => string;
}) {
  const { email, automation_run: run, subscription_change: change, at } = entry;
  return (
    <li>
      {email !== null && (
        <Line
          at={at}
          status={email.last_event}
          note={email.events.map(({ type }) => words.event(type)).join(' · ')}
        >
          <Anchor component={Link} to={`/emails/${email.id}`} inherit>
            {email.subject === '' ? words.noSubject : email.subject}
          </Anchor>
        </Line>
      )}
      {run !== null && (
        <Line at={at} status={run.status} note={run.detail}>
          <Anchor component={Link} to={`/automations/${run.automation_id}`} inherit>
            {words.run(run.automation_name)}
          </Anchor>
        </Line>
      )}
      {change !== null && (
        <Line at={at} note={history.actors[change.actor]}>
          {history.change(
            change.topic === null ? history.everything : nameOf(change.topic),
            segmentTexts.statuses[change.to],
          )}
        </Line>
      )}
    </li>
  );
}

function Line({
  at,
  status,
  note,
  children,
}: {
  readonly at: string;
  readonly status?: string;
  readonly note: string | null;
  readonly children: ReactNode;
}) {
  return (
    <>
      <div className={classes.historyHead}>
        <span>
          {status !== undefined && <StatusBadge status={status} />} {children}
        </span>
        <Text span size="xs" c="dimmed">
          <ExactTime at={at} />
        </Text>
      </div>
      {note !== null && note !== '' && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}
