import { Button, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { OperatorApiKey } from '../../api/types';
import { personalApi } from '../../session/session';
import { resourceTexts as words } from '../../texts/operator-resources';
import { FormModal } from '../../ui/form-modal';
import { SecretOnce } from '../../ui/secret-once';
import { useFormDialog } from '../../ui/use-form-dialog';

const modes: readonly OperatorApiKey['mode'][] = ['live', 'test'];
const permissions: readonly OperatorApiKey['permission'][] = ['SEND', 'FULL', 'ADMIN'];
const initialValues: Pick<OperatorApiKey, 'name' | 'mode' | 'permission'> = {
  name: '',
  mode: 'live',
  permission: 'ADMIN',
};

/** A key of an organization, whose token is shown once. */
export function CreateKey({ id }: { readonly id: string }) {
  const [token, setToken] = useState<string | null>(null);
  const { form, dialog, open } = useFormDialog({
    initialValues,
    run: (body) =>
      unwrap(personalApi.POST('/operator/organizations/{id}/api-keys', { params: { path: { id } }, body })),
    done: (created) => setToken(created.token),
  });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        {words.createKey}
      </Button>
      <FormModal {...dialog} title={words.createKey} action={words.createKey}>
        <Text size="sm" c="dimmed">
          {words.createKeyText}
        </Text>
        <TextInput
          label={words.keyName}
          required
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select label={words.keyMode} data={modes} allowDeselect={false} {...form.getInputProps('mode')} />
        <Select
          label={words.keyPermission}
          data={permissions}
          allowDeselect={false}
          {...form.getInputProps('permission')}
        />
      </FormModal>
      <SecretOnce
        title={words.tokenTitle}
        text={words.tokenText}
        label={words.token}
        secret={token}
        close={() => setToken(null)}
        done={words.tokenDone}
      />
    </>
  );
}
