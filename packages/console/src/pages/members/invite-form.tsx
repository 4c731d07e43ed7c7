import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { unwrap } from '../../api/client';
import type { IssuedInvitation } from '../../api/types';
import { useScope } from '../../session/scope';
import { members as words } from '../../texts/members';
import { signIn as signInWords } from '../../texts/sign-in';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { useSensitive } from '../../ui/sensitive';
import { useChange } from '../../ui/use-change';
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
  const sensitive = useSensitive();
  const form = useForm<InviteValues>({ initialValues });
  const invite = useChange({
    run: ({ email, sendEmail, ...membership }: InviteValues) =>
      sensitive(() =>
        unwrap(
          api.POST('/invitations', { body: { email, send_email: sendEmail, ...membershipOf(membership) } }),
        ),
      ),
    done: (invitation) => {
      form.reset();
      close();
      issued(invitation);
    },
    showsError: true,
  });
  return (
    <Modal opened={opened} onClose={close} title={words.inviteTitle}>
      <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
        <Stack gap="sm">
          <ErrorPanel error={invite.error} />
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
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={close}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {words.invite}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
