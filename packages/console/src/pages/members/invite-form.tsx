import { Checkbox, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { IssuedInvitation } from '../../api/types';
import { useScope } from '../../session/scope';
import { members as words } from '../../texts/members';
import { signIn as signInWords } from '../../texts/sign-in';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';
import { MembershipFields, membershipOf, type MembershipValues } from './membership-fields';

interface InviteValues extends MembershipValues {
  email: string;
  sendEmail: boolean;
}

const initialValues: InviteValues = {
  ...{ email: '', role: 'member', domainIds: [], content: true, export: false, sendEmail: true },
};

export function InviteForm({
  opened,
  close,
  issued,
}: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly issued: (invitation: IssuedInvitation) => void;
}) {
  const { api } = useScope();
  const { form, dialog } = useFormDialog({
    close,
    opened,
    initialValues,
    run: ({ email, sendEmail, ...membership }) =>
      unwrap(
        api.POST('/invitations', { body: { email, send_email: sendEmail, ...membershipOf(membership) } }),
      ),
    done: issued,
  });
  return (
    <FormModal {...dialog} title={words.inviteTitle} action={words.invite}>
      <TextInput
        type="email"
        label={signInWords.email}
        placeholder="grace@example.com"
        data-autofocus
        required
        {...form.getInputProps('email')}
      />
      <MembershipFields form={form} />
      <Checkbox
        size="xs"
        label={words.sendEmail}
        {...form.getInputProps('sendEmail', { type: 'checkbox' })}
      />
    </FormModal>
  );
}
