import { Button, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { InvitedUser, Role } from '../../api/types';
import { personalApi } from '../../session/session';
import { operatorUserTexts as words } from '../../texts/operator-users';
import { FormModal } from '../../ui/form-modal';
import { SecretOnce } from '../../ui/secret-once';
import { useFormDialog } from '../../ui/use-form-dialog';

type InvitedAs = keyof typeof words.invitedAs;
const choices = Object.entries(words.invitedAs).map(([value, label]) => ({ value, label }));
const roles: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];

/** Asks who is invited, then shows the link once. */
export function InviteUser() {
  const [invited, setInvited] = useState<InvitedUser | null>(null);
  const { form, dialog, open } = useFormDialog({
    initialValues: { email: '', as: 'member' as InvitedAs, organization: '', role: 'owner' as Role },
    run: ({ email, as, organization, role }) => {
      const body = { email, role, organization: as === 'operator' ? null : organization };
      return unwrap(personalApi.POST('/operator/users/invitations', { body }));
    },
    done: setInvited,
  });
  return (
    <>
      <Button onClick={open}>{words.invite}</Button>
      <FormModal {...dialog} title={words.invite} action={words.invite}>
        <Text size="sm" c="dimmed">
          {words.inviteText}
        </Text>
        <TextInput
          type="email"
          label={words.email}
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Select label={words.as} data={choices} allowDeselect={false} {...form.getInputProps('as')} />
        {form.values.as === 'member' && (
          <>
            <TextInput
              label={words.organization}
              description={words.organizationText}
              required
              {...form.getInputProps('organization')}
            />
            <Select label={words.role} data={roles} allowDeselect={false} {...form.getInputProps('role')} />
          </>
        )}
      </FormModal>
      <SecretOnce
        title={words.linkTitle}
        text={invited?.is_sent === true ? words.sentText : words.linkText}
        label={words.linkTitle}
        secret={invited?.url ?? null}
        close={() => setInvited(null)}
        done={words.close}
      />
    </>
  );
}
