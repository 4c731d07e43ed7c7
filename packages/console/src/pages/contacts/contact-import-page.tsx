import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { contactTexts } from '../../texts/contacts';
import { importTexts as words } from '../../texts/imports';
import { BackLink } from '../../ui/back-link';
import { CopyValue } from '../../ui/copy';
import { ImportProgress, importRefreshMs, isRunning } from '../../ui/import-progress';
import { PageHeader } from '../../ui/page-header';
import { PendingPage } from '../../shell/pending-page';
import { usePathId } from '../../ui/use-path-id';

export function ContactImportPage() {
  const id = usePathId();
  const { api, queryKey } = useScope();
  const params = { path: { id } };
  const query = useQuery({
    queryKey: [...queryKey, 'contact-import', id],
    queryFn: () => unwrap(api.GET('/contacts/imports/{id}', { params })),
    refetchInterval: ({ state }) => isRunning(state.data?.status) && importRefreshMs,
  });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <>
      <BackLink to="/contacts/imports" label={contactTexts.imports} />
      <PageHeader
        title={words.title(data.format)}
        description={<CopyValue value={data.id} />}
        curl={{ path: `/contacts/imports/${id}`, docs: 'contacts#readContactImport' }}
      />
      <ImportProgress
        data={data}
        readRefused={() => unwrap(api.GET('/contacts/imports/{id}/refused', { params, parseAs: 'blob' }))}
      />
    </>
  );
}
