import { FileInput, Select, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useScope } from '../../session/scope';
import { suppressionTexts as words } from '../../texts/suppressions';
import { useDomains } from '../../ui/domain-select';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';
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
  const { form, dialog } = useFormDialog({
    close,
    opened,
    initialValues: { file: null as File | null, domain: '' },
    run: ({ file, domain }) =>
      importSuppressions(api, { content: file ?? new Blob(), ...(domain !== '' && { domain }) }),
    done: ({ id }) => {
      void navigate({ to: '/suppressions/imports/$id', params: { id } });
    },
  });
  return (
    <FormModal {...dialog} title={words.uploadTitle} action={words.upload}>
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
