import { Text } from '@mantine/core';
import type { SubscriptionChange } from '../../api/types';
import { contactTexts } from '../../texts/contacts';
import { segmentTexts } from '../../texts/segments';
import { LoadMore } from '../../ui/load-more';
import { Panel } from '../../ui/panel';
import { ExactTime } from '../../ui/time';
import { useTopicName } from '../topics/topic-select';
import { useList } from '../../ui/use-list';
import classes from './contacts.module.css';

const { history: words } = contactTexts;

/** Each change of status or of a subscription, with its proof. */
export function ConsentHistory({ contactId }: { readonly contactId: string }) {
  const query = useList('/contacts/{id_or_email}/subscription-changes', {
    path: { id_or_email: contactId },
    query: { limit: 25 },
  });
  const nameOf = useTopicName();
  const changes = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title={words.title}>
      {changes.length === 0 && !query.isPending && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      <ol className={classes.history} aria-label={words.title}>
        {changes.map((change) => (
          <Change key={change.id} change={change} nameOf={nameOf} />
        ))}
      </ol>
      <LoadMore query={query} />
    </Panel>
  );
}

function Change({
  change,
  nameOf,
}: {
  readonly change: SubscriptionChange;
  readonly nameOf: (topic: string) => string;
}) {
  const { topic, to, actor, source, ip_address: address, user_agent: agent, at } = change;
  const proof = [
    words.actors[actor],
    source !== null && words.from(source),
    address !== null && words.address(address),
    agent,
  ];
  return (
    <li>
      <div className={classes.historyHead}>
        <span>
          {words.change(topic === null ? words.everything : nameOf(topic), segmentTexts.statuses[to])}
        </span>
        <Text span size="xs" c="dimmed">
          <ExactTime at={at} hasYear />
        </Text>
      </div>
      <Text size="xs" c="dimmed">
        {proof.filter(Boolean).join(' · ')}
      </Text>
    </li>
  );
}
