import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import { csvUpload } from '../../api/csv-upload';
import { useScope } from '../../session/scope';
import { contactTexts } from '../../texts/contacts';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';
import { columnsParameter, type ColumnMapping } from './column-mapping';
import { ImportResult, useImport } from '../imports/import-result';

const { importPage: words } = contactTexts;

/** Reads the whole file as the import would, before it changes anything. A new mapping needs a new check. */
export function DryRun({ file, mapping }: { readonly file: File; readonly mapping: ColumnMapping }) {
  const { api } = useScope();
  const [id, setId] = useState<string | null>(null);
  const check = useChange({
    run: () => {
      const query = { columns: columnsParameter(mapping), dry_run: 'true' as const };
      return unwrap(api.POST('/contacts/import', { params: { query }, ...csvUpload(file) }));
    },
    done: (started) => setId(started.id),
    showsError: true,
  });
  return (
    <Stack>
      <Panel>
        <Text size="sm" mb="sm">
          {words.dryRunText}
        </Text>
        <ErrorPanel error={check.error} />
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {id === null ? words.dryRun : words.dryRunAgain}
        </Button>
      </Panel>
      {id !== null && <DryRunResult id={id} />}
    </Stack>
  );
}

function DryRunResult({ id }: { readonly id: string }) {
  const { data } = useImport('contacts', id);
  return data === undefined ? null : <ImportResult of="contacts" data={data} />;
}
