import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Broadcast, BroadcastRecipient } from '../../api/types';
import { broadcastTexts } from '../../texts/broadcasts';
import { StatusBadge } from '../../ui/badge';
import { EmptyList } from '../../ui/empty-list';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { variantLetter } from './broadcast-draft';
import { ExportRecipients, SaveRecipients, wantedRecipients } from './recipient-actions';

const { report: words } = broadcastTexts;

type FilterName = 'outcome' | 'opened' | 'clicked';

const loadYesNo = () =>
  Promise.resolve([
    { value: 'true', label: words.yes },
    { value: 'false', label: words.no },
  ]);

const outcomes = [
  'submitted',
  'suppressed',
  'unsubscribed',
  'over_quota',
  'invalid',
  'canceled',
  'waiting',
] as const;

const toneOf = (outcome: BroadcastRecipient['outcome']) => {
  if (outcome === 'submitted') return 'good';
  return outcome === 'waiting' || outcome === 'canceled' ? 'plain' : 'warn';
};

const loadOutcomes = () =>
  Promise.resolve(outcomes.map((value) => ({ value, label: words.outcomes[value] })));

const filterList: readonly Filter<FilterName>[] = [
  { name: 'outcome', label: words.outcome, load: loadOutcomes },
  { name: 'opened', label: words.openedFilter, load: loadYesNo },
  { name: 'clicked', label: words.clickedFilter, load: loadYesNo },
];

const columns: readonly Column<BroadcastRecipient>[] = [
  {
    title: words.recipientColumns.email,
    width: 'minmax(0, 1.5fr)',
    cell: ({ contact_id: id, email }) =>
      email === null ? (
        words.deletedContact
      ) : (
        <Link to="/contacts/$id" params={{ id }} className={list.rowLink}>
          {email}
        </Link>
      ),
  },
  {
    title: words.recipientColumns.outcome,
    width: '8rem',
    cell: ({ outcome, detail }) => (
      <span title={detail ?? undefined}>
        <StatusBadge status={words.outcomes[outcome]} tone={toneOf(outcome)} />
        {detail !== null && (
          <Text size="xs" c="dimmed" truncate>
            {detail}
          </Text>
        )}
      </span>
    ),
  },
  {
    title: words.recipientColumns.engagement,
    width: '9rem',
    onPhone: false,
    cell: ({ opened, clicked }) =>
      [opened && words.engagement.opened, clicked && words.engagement.clicked]
        .filter((each) => each !== false)
        .join(', '),
  },
  {
    title: words.recipientColumns.variant,
    width: '5rem',
    onPhone: false,
    cell: ({ variant }) => variant !== null && variantLetter(variant),
  },
  {
    title: words.recipientColumns.message,
    width: '5rem',
    alignEnd: true,
    cell: ({ message_id: id }) =>
      id !== null && (
        <Link to="/emails/$id" params={{ id }} className={list.above}>
          {words.openEmail}
        </Link>
      ),
  },
];

/** Contacts that the broadcast goes to, by outcome and by what they did. */
export function BroadcastRecipients({ broadcast: { id, name } }: { readonly broadcast: Broadcast }) {
  const [filters, change] = useFilters<FilterName>(['outcome', 'opened', 'clicked']);
  const wanted = wantedRecipients(filters);
  const query = useList(
    '/broadcasts/{id}/recipients',
    { path: { id }, query: wanted },
    { idOf: ({ contact_id: contactId }) => contactId },
  );
  return (
    <section aria-label={words.recipients}>
      <Group justify="space-between" mb="xs">
        <Text component="h2" size="sm" fw={600}>
          {words.recipients}
        </Text>
        <Group gap="xs">
          <SaveRecipients id={id} name={name} wanted={wanted} />
          <ExportRecipients id={id} wanted={wanted} />
        </Group>
      </Group>
      <FilterBar filters={filterList} values={filters} change={change} />
      <ResourceList
        label={words.recipients}
        query={query}
        columns={columns}
        empty={
          <EmptyList
            filters={{ values: filters, change }}
            title={words.noRecipients}
            text={words.noRecipientsText}
          />
        }
      />
    </section>
  );
}
