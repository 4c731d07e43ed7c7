import { Button, FileInput, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { unwrap } from '../../api/client';
import { csvUpload, filenameOf } from '../../api/csv-upload';
import { RestoredNote } from '../../saving/restored-note';
import { useKeptInput } from '../../saving/use-kept-input';
import { useScope } from '../../session/scope';
import { contactTexts } from '../../texts/contacts';
import { texts } from '../../texts/texts';
import { csvRows } from '../../ui/csv';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { TopicsSelect } from '../topics/topic-select';
import { useChange } from '../../ui/use-change';
import { columnsParameter, rememberedMapping, rememberMapping } from './column-mapping';
import { ImportForecast } from './import-forecast';
import { MapColumns } from './map-columns';
import { useDryRun } from './use-dry-run';

const { importPage: words } = contactTexts;

/** The header row and twenty others. */
const sampleRowsMax = 21;
/** As much of the file is read for them. */
const sampleBytes = 256 * 1_024;

/** From a file to a running import: upload, columns, check, consent. */
export function ImportContactsPage() {
  const [file, setFile] = useState<File | null>(null);
  const sample = useSample(file);
  return (
    <>
      <PageHeader
        parent={{ to: '/contacts', label: texts.navigation.pages.contacts }}
        title={words.title}
        description={words.description}
      />
      <Stack maw="56rem">
        <Panel title={words.upload}>
          <Text size="sm" mb="sm">
            {words.uploadText}
          </Text>
          <FileInput
            label={words.file}
            placeholder={
              <Text span size="sm" c="dimmed">
                {words.choose}
              </Text>
            }
            accept=".csv,text/csv"
            clearable
            value={file}
            onChange={setFile}
          />
        </Panel>
        {file !== null && sample.length > 0 && <ImportSteps key={file.name} file={file} sample={sample} />}
      </Stack>
    </>
  );
}

function useSample(file: File | null): readonly (readonly string[])[] {
  const [sample, setSample] = useState<readonly (readonly string[])[]>([]);
  useEffect(() => {
    let isLatest = true;
    const read = async () => (file === null ? '' : file.slice(0, sampleBytes).text());
    void read().then((text) => isLatest && setSample(csvRows(text, sampleRowsMax)));
    return () => {
      isLatest = false;
    };
  }, [file]);
  return sample;
}

function ImportSteps({
  file,
  sample: [head = [], ...rows],
}: {
  readonly file: File;
  readonly sample: readonly (readonly string[])[];
}) {
  const [empty] = useState(() => ({ mapping: rememberedMapping(head), topics: [] as string[], source: '' }));
  // The browser keeps no file: once it is chosen again, its columns bring back what was chosen for them.
  const input = useKeptInput(`import:${head.join('\n')}`, empty);
  const { mapping, topics, source } = input.values;
  const dryRun = useDryRun(file, mapping);
  const { api } = useScope();
  const navigate = useNavigate();
  const start = useChange({
    run: () => {
      rememberMapping(head, mapping);
      const query = {
        filename: filenameOf(file),
        columns: columnsParameter(mapping),
        topics: topics.length === 0 ? undefined : topics.join(','),
        source: source === '' ? undefined : source,
      };
      return unwrap(api.POST('/contacts/import', { params: { query }, ...csvUpload(file) }));
    },
    done: ({ id }) => {
      input.forget();
      void navigate({ to: '/contacts/imports/$id', params: { id } });
    },
    showsError: true,
  });
  return (
    <>
      <RestoredNote input={input} />
      <MapColumns
        head={head}
        rows={rows}
        mapping={mapping}
        change={(changed) => input.change({ mapping: changed })}
        found={dryRun.data}
      />
      <ImportForecast dryRun={dryRun} />
      <Panel title={words.options}>
        <Stack gap="sm">
          <TopicsSelect
            label={contactTexts.topics}
            description={words.topicsText}
            value={topics}
            onChange={(chosen) => input.change({ topics: chosen })}
          />
          <TextInput
            label={words.source}
            description={words.sourceText}
            value={source}
            onChange={(event) => input.change({ source: event.currentTarget.value })}
          />
        </Stack>
      </Panel>
      <ErrorPanel error={start.error} />
      <Button w="fit-content" loading={start.isPending} onClick={() => start.mutate()}>
        {words.start}
      </Button>
    </>
  );
}
