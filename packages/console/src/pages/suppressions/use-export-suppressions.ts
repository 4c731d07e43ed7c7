import { unwrap } from '../../api/client';
import type { Suppression } from '../../api/types';
import { useScope } from '../../session/scope';
import { suppressionTexts as words } from '../../texts/suppressions';
import { saveFile } from '../../ui/download';
import type { HeaderAction } from '../../ui/page-header';
import { useChange } from '../../ui/use-change';
import type { Filters } from '../../ui/use-filters';

/** Saves the list as it is filtered. For members with the right to export. */
export function useExportSuppressions(
  filters: Filters<'email' | 'reason' | 'domain'>,
): readonly HeaderAction[] {
  const { api, organization } = useScope();
  const save = useChange({
    run: async () => {
      const query = { ...filters, reason: filters.reason as Suppression['reason'] };
      const content = await unwrap(api.GET('/suppressions/export', { params: { query }, parseAs: 'blob' }));
      saveFile('suppressions.csv', content);
    },
  });
  return organization.rights.export ? [{ label: words.export, run: () => save.mutate() }] : [];
}
