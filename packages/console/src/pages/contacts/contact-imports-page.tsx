import { unwrap } from '../../api/client';
import type { ContactImport } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { contactTexts } from '../../texts/contacts';
import { importTexts as words } from '../../texts/imports';
import { texts } from '../../texts/texts';
import { BackLink } from '../../ui/back-link';
import { importColumns } from '../../ui/import-columns';
import { ListPage } from '../../ui/list-page';

import { useList } from '../../ui/use-list';

export function ContactImportsPage() {
  const { api } = useScope();
  const canImport = useHasRole('member');
  const query = useList<ContactImport>({
    key: ['contact-imports'],
    read: (cursor) => unwrap(api.GET('/contacts/imports', { params: { query: { limit: 50, cursor } } })),
  });
  return (
    <>
      <BackLink to="/contacts" label={texts.navigation.pages.contacts} />
      <ListPage
        title={contactTexts.imports}
        description={words.description}
        curl={{ path: '/contacts/imports', docs: 'contacts' }}
        query={query}
        columns={importColumns('/contacts/imports/$id')}
        create={canImport && { label: contactTexts.import, to: '/contacts/import' }}
        empty={words}
      />
    </>
  );
}
