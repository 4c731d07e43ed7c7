import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PendingPage } from '../../shell/pending-page';
import { importTexts as words, serviceNames } from '../../texts/imports';
import { texts } from '../../texts/texts';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { SaveAsSegment } from '../../ui/save-as-segment';
import { usePathId } from '../../ui/use-path-id';
import { importTitle, type ImportKind } from './import-progress';
import { ImportResult, useImport } from './import-result';

export function ContactImportPage() {
  return <ImportPage of="contacts" docs="contacts#readContactImport" />;
}

export function SuppressionImportPage() {
  return <ImportPage of="suppressions" docs="suppressions#readSuppressionImport" />;
}

function ImportPage({ of, docs }: { readonly of: ImportKind; readonly docs: string }) {
  const id = usePathId();
  const query = useImport(of, id);
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <>
      <PageHeader
        parent={{
          ...{ to: `/${of}/imports`, label: words.imports },
          parent: { to: `/${of}`, label: texts.navigation.pages[of] },
        }}
        title={importTitle(data)}
        description={
          <Group gap="md">
            {serviceNames[data.format] !== undefined && (
              <Text span size="xs">
                {words.from(serviceNames[data.format])}
              </Text>
            )}
            <CopyValue value={data.id} />
          </Group>
        }
        curl={{ path: `/${of}/imports/${id}`, docs }}
      >
        {'dry_run' in data && !data.dry_run && data.status === 'finished' && (
          <>
            {data.keeps_contacts && (
              <SaveAsSegment
                name={data.filename ?? importTitle(data)}
                filter={{ all: [{ import: data.id, included: true }] }}
              />
            )}
            <Button component={Link} to="/contacts" variant="default">
              {words.viewContacts}
            </Button>
          </>
        )}
        {'dry_run' in data && data.dry_run && (
          <Button component={Link} to="/contacts/import">
            {words.importIt}
          </Button>
        )}
      </PageHeader>
      <ImportResult of={of} data={data} />
    </>
  );
}
