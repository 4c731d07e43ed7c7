import { Anchor, Stack, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Contact } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { contactTexts } from '../../texts/contacts';
import { notify, notifyError } from '../../ui/notify';
import { Panel } from '../../ui/panel';
import { useTopics } from '../../ui/topic-select';
import { useChange } from '../../ui/use-change';

const { subscriptions: words } = contactTexts;

/** Topics of the contact. A topic that it never chose has the default of the topic. */
export function ContactSubscriptions({ contact }: { readonly contact: Contact }) {
  const topics = useTopics();
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
          {rows.map((row) => (
            <SubscriptionSwitch key={row.slug} contactId={contact.id} {...row} />
          ))}
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

function SubscriptionSwitch({
  contactId,
  slug,
  name,
  isOn,
}: {
  readonly contactId: string;
  readonly slug: string;
  readonly name: string;
  readonly isOn: boolean;
}) {
  const { api } = useScope();
  const canChange = useHasRole('member');
  const change = useChange({
    run: (state: 'SUBSCRIBED' | 'UNSUBSCRIBED') =>
      unwrap(
        api.POST('/contacts/{id_or_email}/subscriptions', {
          params: { path: { id_or_email: contactId } },
          body: { topic: slug, state },
        }),
      ),
    done: ({ kept_unsubscribed: kept }) =>
      kept === undefined ? notify(words.changed) : notifyError(words.kept),
  });
  return (
    <Switch
      size="xs"
      label={name}
      checked={change.isPending ? change.variables === 'SUBSCRIBED' : isOn}
      disabled={!canChange || change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked ? 'SUBSCRIBED' : 'UNSUBSCRIBED')}
    />
  );
}
