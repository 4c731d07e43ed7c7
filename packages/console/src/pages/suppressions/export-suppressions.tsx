import { Button } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { Suppression } from '../../api/types';
import { useScope } from '../../session/scope';
import { suppressionTexts as words } from '../../texts/suppressions';
import { saveFile } from '../../ui/download';
import { useChange } from '../../ui/use-change';
import type { Filters } from '../../ui/use-filters';

/** Saves the list as it is filtered. Shown to members with the right to export. */
export function ExportSuppressions({
  filters,
}: {
  readonly filters: Filters<'email' | 'reason' | 'domain'>;
}) {
  const { api, organization } = useScope();
  const save = useChange({
    run: async () => {
      const query = { ...filters, reason: filters.reason as Suppression['reason'] };
      const content = await unwrap(api.GET('/suppressions/export', { params: { query }, parseAs: 'blob' }));
      saveFile('suppressions.csv', content);
    },
  });
  if (!organization.rights.export) return null;
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {words.export}
    </Button>
  );
}
