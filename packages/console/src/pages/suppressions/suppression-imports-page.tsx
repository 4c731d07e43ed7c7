import { unwrap } from '../../api/client';
import type { SuppressionImport } from '../../api/types';
import { useScope } from '../../session/scope';
import { importTexts as words } from '../../texts/imports';
import { suppressionTexts } from '../../texts/suppressions';
import { texts } from '../../texts/texts';
import { BackLink } from '../../ui/back-link';
import { importColumns } from '../../ui/import-columns';
import { ListPage } from '../../ui/list-page';

import { useList } from '../../ui/use-list';

export function SuppressionImportsPage() {
  const { api } = useScope();
  const query = useList<SuppressionImport>({
    key: ['suppression-imports'],
    read: (cursor) => unwrap(api.GET('/suppressions/imports', { params: { query: { limit: 50, cursor } } })),
  });
  return (
    <>
      <BackLink to="/suppressions" label={texts.navigation.pages.suppressions} />
      <ListPage
        title={suppressionTexts.imports}
        description={words.description}
        curl={{ path: '/suppressions/imports', docs: 'suppressions' }}
        query={query}
        columns={importColumns('/suppressions/imports/$id')}
        empty={words}
      />
    </>
  );
}
