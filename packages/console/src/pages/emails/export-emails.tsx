import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { emails as words } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { saveFile } from '../../ui/download';
import { useChange } from '../../ui/use-change';
import type { Filters } from '../../ui/use-filters';
import { emailQuery, type EmailFilterName } from './email-filters';

/** The emails that match the filters, as CSV. */
export function ExportButton({ filters }: { readonly filters: Filters<EmailFilterName> }) {
  const { modeApi: api, mode, organization } = useScope();
  const run = useChange({
    run: async () => {
      const query = { ...emailQuery(filters), mode };
      const content = await unwrap(api.GET('/emails/export', { params: { query }, parseAs: 'blob' }));
      saveFile(words.exportFile(new Date().toISOString().slice(0, 10)), content);
    },
  });
  if (!organization.rights.export) return null;
  return (
    <Button
      variant="default"
      leftSection={<Download size={14} />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      {texts.common.export}
    </Button>
  );
}
