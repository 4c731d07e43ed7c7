import { Select, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { suppressionTexts as words } from '../../texts/suppressions';
import { useDomains } from '../../ui/domain-select';
import { FormModal } from '../../ui/form-modal';
import { notify } from '../../ui/notify';
import { timeOfInput } from '../../ui/time-input';
import { useFormDialog } from '../../ui/use-form-dialog';
import { importSuppressions } from './import-suppressions';

const addressesOf = (text: string): readonly string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Suppresses addresses by hand: one at once, several as an import, whose page shows which were refused. */
export function AddSuppressions({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const { api } = useScope();
  const navigate = useNavigate();
  const domains = useDomains();
  const { form, dialog } = useFormDialog({
    close,
    opened,
    initialValues: { addresses: '', domain: '', expires: '' },
    validate: { addresses: (value) => (addressesOf(value).length === 0 ? words.noAddress : null) },
    run: async ({ addresses, domain, expires }): Promise<string | null> => {
      const list = addressesOf(addresses);
      const scope = domain === '' ? {} : { domain };
      if (list.length > 1) {
        const quoted = list.map((address) => `"${address.replaceAll('"', '""')}"`);
        const started = await importSuppressions(api, {
          content: new Blob([`email\n${quoted.join('\n')}\n`]),
          ...scope,
        });
        return started.id;
      }
      const expiry = expires === '' ? {} : { expires_at: timeOfInput(expires) };
      await unwrap(api.POST('/suppressions', { body: { email: list[0] ?? '', ...scope, ...expiry } }));
      return null;
    },
    done: (importId) => {
      if (importId === null) notify(words.added);
      else void navigate({ to: '/suppressions/imports/$id', params: { id: importId } });
    },
  });
  return (
    <FormModal {...dialog} title={words.addTitle} action={words.add}>
      <Textarea
        label={words.addressesLabel}
        description={words.addressesText}
        placeholder={'jane@example.com\njohn@example.com'}
        autosize
        minRows={3}
        maxRows={12}
        data-autofocus
        {...form.getInputProps('addresses')}
      />
      <Select
        label={words.domainLabel}
        description={words.domainText}
        data={domains.map(({ name }) => name)}
        clearable
        searchable
        {...form.getInputProps('domain')}
      />
      {addressesOf(form.values.addresses).length <= 1 && (
        <TextInput
          type="datetime-local"
          label={words.expiresLabel}
          description={words.expiresText}
          {...form.getInputProps('expires')}
        />
      )}
    </FormModal>
  );
}
