import { Checkbox, Text, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import { personalApi } from '../../session/session';
import { deliveryTexts as words } from '../../texts/operator-delivery';
import { FormModal } from '../../ui/form-modal';
import { notify } from '../../ui/notify';
import { useFormDialog } from '../../ui/use-form-dialog';

export function AddSource({ close }: { readonly close: () => void }) {
  const { form, dialog } = useFormDialog({
    close,
    initialValues: { address: '', bind_address: '', hello_name: '', pool: 'default', warm_up: true },
    run: ({ bind_address: local, ...given }) => {
      const body = { ...given, bind_address: local === '' ? null : local };
      return unwrap(personalApi.POST('/operator/sources', { body }));
    },
    done: ({ is_public: isPublic }) => notify(isPublic ? words.sourceAdded : words.notPublic),
  });
  return (
    <FormModal {...dialog} title={words.addSource} action={words.addSource}>
      <Text size="sm" c="dimmed">
        {words.addSourceText}
      </Text>
      <TextInput label={words.address} required data-autofocus {...form.getInputProps('address')} />
      <TextInput label={words.helloName} required {...form.getInputProps('hello_name')} />
      <TextInput label={words.bindAddress} {...form.getInputProps('bind_address')} />
      <TextInput label={words.pool} description={words.poolText} required {...form.getInputProps('pool')} />
      <Checkbox label={words.startWarmUp} {...form.getInputProps('warm_up', { type: 'checkbox' })} />
    </FormModal>
  );
}
