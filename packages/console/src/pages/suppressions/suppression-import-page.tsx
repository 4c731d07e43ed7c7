import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { importTexts as words } from '../../texts/imports';
import { suppressionTexts } from '../../texts/suppressions';
import { BackLink } from '../../ui/back-link';
import { CopyValue } from '../../ui/copy';
import { ImportProgress, importRefreshMs, isRunning } from '../../ui/import-progress';
import { PageHeader } from '../../ui/page-header';
import { PendingPage } from '../../shell/pending-page';
import { usePathId } from '../../ui/use-path-id';

export function SuppressionImportPage() {
  const id = usePathId();
  const { api, queryKey } = useScope();
  const params = { path: { id } };
  const query = useQuery({
    queryKey: [...queryKey, 'suppression-import', id],
    queryFn: () => unwrap(api.GET('/suppressions/imports/{id}', { params })),
    refetchInterval: ({ state }) => isRunning(state.data?.status) && importRefreshMs,
  });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <>
      <BackLink to="/suppressions/imports" label={suppressionTexts.imports} />
      <PageHeader
        title={words.title(data.format)}
        description={<CopyValue value={data.id} />}
        curl={{ path: `/suppressions/imports/${id}`, docs: 'suppressions#readSuppressionImport' }}
      />
      <ImportProgress
        data={data}
        readRefused={() => unwrap(api.GET('/suppressions/imports/{id}/refused', { params, parseAs: 'blob' }))}
      />
    </>
  );
}
