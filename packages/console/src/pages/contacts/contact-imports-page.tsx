import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { ContactImport } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { contactTexts } from '../../texts/contacts';
import { importTexts as words } from '../../texts/imports';
import { texts } from '../../texts/texts';
import { BackLink } from '../../ui/back-link';
import { EmptyState } from '../../ui/empty-state';
import { importColumns } from '../../ui/import-columns';
import { PageHeader } from '../../ui/page-header';
import { ResourceList } from '../../ui/resource-list';
import { useList } from '../../ui/use-list';

export function ContactImportsPage() {
  const { api } = useScope();
  const canImport = useHasRole('member');
  const query = useList<ContactImport>({
    key: ['contact-imports'],
    read: (cursor) => unwrap(api.GET('/contacts/imports', { params: { query: { limit: 50, cursor } } })),
  });
  const start = canImport && (
    <Button component={Link} to="/contacts/import">
      {contactTexts.import}
    </Button>
  );
  return (
    <>
      <BackLink to="/contacts" label={texts.navigation.pages.contacts} />
      <PageHeader
        title={contactTexts.imports}
        description={words.description}
        curl={{ path: '/contacts/imports', docs: 'contacts' }}
      >
        {start}
      </PageHeader>
      <ResourceList
        label={contactTexts.imports}
        query={query}
        columns={importColumns('/contacts/imports/$id')}
        empty={<EmptyState title={words.none} text={words.noneText} action={start || undefined} />}
      />
    </>
  );
}
