import { FileInput, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useScope } from '../../session/scope';
import { suppressionTexts as words } from '../../texts/suppressions';
import { useDomains } from '../../ui/domain-select';
import { FormModal } from '../../ui/form-modal';
import { useChange } from '../../ui/use-change';
import { importSuppressions } from './import-suppressions';

/** Uploads the list of another provider. */
export function UploadSuppressions({
  opened,
  close,
}: {
  readonly opened: boolean;
  readonly close: () => void;
}) {
  const { api } = useScope();
  const navigate = useNavigate();
  const domains = useDomains();
  const form = useForm({ initialValues: { file: null as File | null, domain: '' } });
  const upload = useChange({
    run: ({ file, domain }: typeof form.values) =>
      importSuppressions(api, { content: file ?? new Blob(), ...(domain !== '' && { domain }) }),
    done: ({ id }) => {
      form.reset();
      close();
      void navigate({ to: '/suppressions/imports/$id', params: { id } });
    },
    showsError: true,
  });
  return (
    <FormModal
      opened={opened}
      close={close}
      title={words.uploadTitle}
      action={words.upload}
      submit={form.onSubmit((values) => upload.mutate(values))}
      change={upload}
    >
      <Text size="sm">{words.uploadText}</Text>
      <FileInput label={words.file} accept=".csv,text/csv" required {...form.getInputProps('file')} />
      <Select
        label={words.domainLabel}
        description={words.domainText}
        data={domains.map(({ name }) => name)}
        clearable
        searchable
        {...form.getInputProps('domain')}
      />
    </FormModal>
  );
}
