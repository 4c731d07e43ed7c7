import { Alert, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Segment } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { segmentTexts as words } from '../../texts/segments';
import { texts } from '../../texts/texts';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { PendingPage } from '../../shell/pending-page';
import { ResourceList } from '../../ui/resource-list';
import { searchOf } from '../../ui/search-of';
import { Time } from '../../ui/time';
import { useDeletion } from '../../ui/use-deletion';
import { useList } from '../../ui/use-list';
import { usePathId } from '../../ui/use-path-id';
import { contactColumns } from '../contacts/contact-columns';
import { FilterSentence } from './filter-sentence';
import { SegmentEditor } from './segment-editor';
import { editedFilter } from './segment-conditions';

const numbers = new Intl.NumberFormat('en');
/** While the contacts are counted, the count is read this often. */
const countingMs = 2_000;

export function SegmentPage() {
  const id = usePathId();
  const canChange = useHasRole('admin');
  const query = useRead(
    '/segments/{id}',
    { path: { id } },
    { refetchInterval: ({ state }) => state.data?.contact_count === null && countingMs },
  );
  const deletion = useDeletion({ path: '/segments/{id}', params: { id }, words, leaveTo: '/segments' });
  const { data: segment } = query;
  if (segment === undefined) return <PendingPage query={query} />;
  const filter = editedFilter(segment.filter);
  return (
    <>
      <PageHeader
        parent={{ to: '/segments', label: texts.navigation.pages.segments }}
        title={segment.name}
        // Who edits it sees the count beside the conditions.
        description={(filter === null || !canChange) && <Count segment={segment} />}
        menu={canChange ? [deletion] : []}
        curl={{ path: `/segments/${id}/contacts`, docs: 'segments#listSegmentContacts' }}
      >
        <Button component={Link} to="/broadcasts/new" search={searchOf({ segment: id })}>
          {words.useInBroadcast}
        </Button>
      </PageHeader>
      <Stack>
        {filter === null && <Alert color="yellow" variant="light" title={words.unreadable} />}
        {filter !== null && canChange && <SegmentEditor key={segment.id} segment={segment} />}
        {filter !== null && !canChange && (
          <Panel title={words.filter}>
            <FilterSentence filter={filter} />
          </Panel>
        )}
        <SegmentContacts segmentId={id} />
      </Stack>
    </>
  );
}

function Count({ segment: { contact_count: count, counted_at: at } }: { readonly segment: Segment }) {
  if (count === null) return words.counting;
  return (
    <>
      {words.count(numbers.format(count))}, {words.countedAt} <Time at={at} />
    </>
  );
}

/** Contacts that meet the stored conditions now. */
function SegmentContacts({ segmentId }: { readonly segmentId: string }) {
  const query = useList('/segments/{id}/contacts', { path: { id: segmentId } }, { refresh: false });
  return (
    <section aria-label={words.contacts}>
      <Text component="h2" size="sm" fw={600} mb="xs">
        {words.contacts}
      </Text>
      <ResourceList
        label={words.contacts}
        query={query}
        columns={contactColumns}
        empty={<EmptyState title={words.noContacts} text={words.noContactsText} />}
      />
    </section>
  );
}
