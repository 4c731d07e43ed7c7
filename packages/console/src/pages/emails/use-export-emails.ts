import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { emails as words } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { saveFile } from '../../ui/download';
import type { HeaderAction } from '../../ui/page-header';
import { useChange } from '../../ui/use-change';
import type { Filters } from '../../ui/use-filters';
import { emailQuery, type EmailFilterName } from './email-filters';

/** Saves the emails that match the filters as CSV. For members with the right to export. */
export function useExportEmails(filters: Filters<EmailFilterName>): readonly HeaderAction[] {
  const { modeApi: api, mode, organization } = useScope();
  const save = useChange({
    run: async () => {
      const query = { ...emailQuery(filters), mode };
      const content = await unwrap(api.GET('/emails/export', { params: { query }, parseAs: 'blob' }));
      saveFile(words.exportFile(new Date().toISOString().slice(0, 10)), content);
    },
  });
  return organization.rights.export ? [{ label: texts.common.export, run: () => save.mutate() }] : [];
}
