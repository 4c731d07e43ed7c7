import { Anchor, Select, Stack, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Contact } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { contactTexts } from '../../texts/contacts';
import { notify, notifyError } from '../../ui/notify';
import { Panel } from '../../ui/panel';
import { useTopics } from '../topics/topic-select';
import { useChange } from '../../ui/use-change';

const { subscriptions: words } = contactTexts;

/** Topics that the contact is subscribed to, and a way to add one. A topic that it never chose has the default of the topic. */
export function ContactSubscriptions({ contact }: { readonly contact: Contact }) {
  const topics = useTopics();
  const canChange = useHasRole('member');
  // What was switched off here stays, to be switched on again.
  const [changed, setChanged] = useState<readonly string[]>([]);
  const chosen = new Map(contact.topics.map(({ topic, state }) => [topic, state === 'SUBSCRIBED']));
  const rows = [
    ...topics.map(({ slug, name, default_opt_in: optIn }) => ({
      slug,
      name,
      isOn: chosen.get(slug) ?? optIn,
    })),
    // Where the member may not list topics, those of the contact.
    ...(topics.length > 0 ? [] : [...chosen].map(([slug, isOn]) => ({ slug, name: slug, isOn }))),
  ];
  const shown = rows.filter(({ slug, isOn }) => isOn || changed.includes(slug));
  const others = rows.filter((row) => !shown.includes(row));
  const note = (slug: string) => setChanged((before) => [...before, slug]);
  return (
    <Panel title={words.title}>
      <LeftDomains email={contact.email} />
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.none}{' '}
          <Anchor component={Link} to="/topics" size="sm" underline="always">
            {words.toTopics}
          </Anchor>
        </Text>
      ) : (
        <Stack gap="sm">
          {shown.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.noneSubscribed}
            </Text>
          )}
          {shown.map((row) => (
            <SubscriptionSwitch key={row.slug} contactId={contact.id} {...row} change={note} />
          ))}
          {canChange && others.length > 0 && <AddTopic contactId={contact.id} topics={others} />}
        </Stack>
      )}
    </Panel>
  );
}

/** The status and the topics do not say that the address left mail without a topic. */
function LeftDomains({ email }: { readonly email: string }) {
  const { data } = useRead('/suppressions', { query: { email, reason: 'unsubscribe', limit: 100 } });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Text size="sm" mb="sm">
      {words.left(data.data.map(({ domain }) => domain ?? words.allDomains))}
    </Text>
  );
}

interface Subscription {
  readonly topic: string;
  readonly state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
}

function useSubscribe(contactId: string) {
  const { api } = useScope();
  return useChange({
    run: (body: Subscription) =>
      unwrap(
        api.POST('/contacts/{id_or_email}/subscriptions', {
          params: { path: { id_or_email: contactId } },
          body,
        }),
      ),
    done: ({ kept_unsubscribed: kept }) =>
      kept === undefined ? notify(words.changed) : notifyError(words.kept),
  });
}

function AddTopic({
  contactId,
  topics,
}: {
  readonly contactId: string;
  readonly topics: readonly { readonly slug: string; readonly name: string }[];
}) {
  const subscribe = useSubscribe(contactId);
  return (
    <Select
      size="xs"
      searchable
      aria-label={words.add}
      placeholder={words.add}
      value={null}
      disabled={subscribe.isPending}
      data={topics.map(({ slug, name }) => ({ value: slug, label: name }))}
      onChange={(topic) => {
        if (topic !== null) subscribe.mutate({ topic, state: 'SUBSCRIBED' });
      }}
    />
  );
}

function SubscriptionSwitch({
  contactId,
  slug,
  name,
  isOn,
  change: noteChange,
}: {
  readonly contactId: string;
  readonly slug: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly change: (slug: string) => void;
}) {
  const canChange = useHasRole('member');
  const change = useSubscribe(contactId);
  return (
    <Switch
      size="xs"
      label={name}
      checked={change.isPending ? change.variables.state === 'SUBSCRIBED' : isOn}
      disabled={!canChange || change.isPending}
      onChange={(event) => {
        noteChange(slug);
        change.mutate({ topic: slug, state: event.currentTarget.checked ? 'SUBSCRIBED' : 'UNSUBSCRIBED' });
      }}
    />
  );
}
