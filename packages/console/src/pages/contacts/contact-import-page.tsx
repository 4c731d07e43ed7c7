import { contactTexts } from '../../texts/contacts';
import { importTexts as words } from '../../texts/imports';
import { BackLink } from '../../ui/back-link';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { PendingPage } from '../../shell/pending-page';
import { usePathId } from '../../ui/use-path-id';
import { ContactImportResult, useContactImport } from './contact-import-result';

export function ContactImportPage() {
  const id = usePathId();
  const query = useContactImport(id);
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
      <ContactImportResult data={data} />
    </>
  );
}
