import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Contact } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { contactTexts as words } from '../../texts/contacts';
import { segmentTexts } from '../../texts/segments';
import { texts } from '../../texts/texts';
import { saveFile } from '../../ui/download';
import type { Filter } from '../../ui/filter-bar';
import { ListPage } from '../../ui/list-page';
import { useSelection } from '../../ui/selection';
import { useTopics } from '../topics/topic-select';
import { useChange } from '../../ui/use-change';
import { useCreateDialog } from '../../ui/use-create-dialog';
import { useFilters, type Filters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { contactColumns } from './contact-columns';
import { ContactForm } from './contact-form';
import { ContactsBulkBar } from './contacts-bulk-bar';

const names = ['search', 'status', 'topic'] as const;
type ContactFilters = Filters<(typeof names)[number]>;

/** Other ways to get contacts. */
const recipes = [
  { title: words.recipes.import, text: words.recipes.importText, to: '/contacts/import' },
  { title: words.recipes.signup, text: words.recipes.signupText, to: '/signup-forms' },
] as const;

const createRequest = {
  method: 'POST',
  path: '/contacts',
  docs: 'contacts',
  body: { email: 'grace@example.com', first_name: 'Grace' },
} as const;

export function ContactsPage() {
  const canChange = useHasRole('member');
  const [isAdding, { open, close }] = useCreateDialog();
  const [filters, change] = useFilters(names);
  const selection = useSelection(filters);
  const query = useList('/contacts', { query: filters });
  const { organization } = useScope();
  const exported = useExport(filters);
  return (
    <ListPage
      title={texts.navigation.pages.contacts}
      description={words.description}
      curl={{ path: '/contacts', docs: 'contacts' }}
      query={query}
      columns={contactColumns}
      filters={{ filters: useFilterList(), values: filters, change }}
      bulkBar={<ContactsBulkBar selection={selection} />}
      selection={canChange ? selection : undefined}
      menu={[
        { label: words.imports, to: '/contacts/imports' },
        ...(organization.rights.export ? [{ label: words.export, run: () => exported.mutate() }] : []),
      ]}
      actions={
        canChange && (
          <Button component={Link} to="/contacts/import" variant="default">
            {words.import}
          </Button>
        )
      }
      create={canChange && { label: words.add, open }}
      empty={words}
      recipes={canChange ? recipes : []}
      createCurl={createRequest}
    >
      <ContactForm opened={isAdding} close={close} />
    </ListPage>
  );
}

const apiFilters = (filters: ContactFilters) => ({ ...filters, status: filters.status as Contact['status'] });

function useFilterList(): readonly Filter<(typeof names)[number]>[] {
  const topics = useTopics();
  return [
    { name: 'search', label: words.filters.search, wide: true },
    {
      name: 'status',
      label: words.filters.status,
      options: segmentTexts.statuses,
    },
    {
      name: 'topic',
      label: words.filters.topic,
      options: Object.fromEntries(topics.map(({ slug, name }) => [slug, name])),
    },
  ];
}

function useExport(filters: ContactFilters) {
  const { api } = useScope();
  return useChange({
    run: async () => {
      const query = apiFilters(filters);
      saveFile(
        'contacts.csv',
        await unwrap(api.GET('/contacts/export', { params: { query }, parseAs: 'blob' })),
      );
    },
  });
}
