import { Button, Checkbox, Divider, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { ClientOrganization, IssuedInvitation, UpdateClient } from '../../api/types';
import { useScope } from '../../session/scope';
import { clients as words } from '../../texts/clients';
import { members as memberWords } from '../../texts/members';
import { signIn as signInWords } from '../../texts/sign-in';
import { ConfirmButton } from '../../ui/confirm-button';
import { Dialog } from '../../ui/dialog';
import { ErrorPanel } from '../../ui/error-panel';
import { useChange } from '../../ui/use-change';
import { useFieldErrors } from '../../ui/use-field-errors';

type ClientPlan = NonNullable<UpdateClient['plan']>;

interface ManageProps {
  readonly client: ClientOrganization;
  readonly close: () => void;
  readonly invited: (invitation: IssuedInvitation) => void;
}

/** Plan, sending, first owner and keys of a client organization. */
export function ManageClient({ client, close, invited }: ManageProps) {
  return (
    <Dialog opened onClose={close} title={client.name} size="lg">
      <Stack gap="lg">
        <Plan client={client} />
        <Divider />
        <Sending client={client} />
        <Divider />
        <Owner {...{ client, close, invited }} />
        <Divider />
        <Keys client={client} />
      </Stack>
    </Dialog>
  );
}

function useUpdate({ id }: ClientOrganization) {
  const { api } = useScope();
  return (body: UpdateClient) => unwrap(api.PATCH('/organizations/{id}', { params: { path: { id } }, body }));
}

function Plan({ client }: { readonly client: ClientOrganization }) {
  const [plan, setPlan] = useState(client.plan);
  const update = useUpdate(client);
  const change = useChange({ run: () => update({ plan: plan as ClientPlan }), message: words.saved });
  return (
    <Group align="flex-end">
      <Select
        label={words.columns.plan}
        data={words.plans}
        value={plan}
        allowDeselect={false}
        onChange={(value) => setPlan(value ?? plan)}
      />
      <Button disabled={plan === client.plan} loading={change.isPending} onClick={() => change.mutate()}>
        {words.changePlan}
      </Button>
    </Group>
  );
}

function Sending({ client }: { readonly client: ClientOrganization }) {
  const update = useUpdate(client);
  const resume = useChange({ run: () => update({ sending_paused: false }), message: words.saved });
  if (client.sending_paused_at !== null)
    return (
      <Group justify="space-between">
        <Text size="sm">{sendingText(client)}</Text>
        <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
          {words.resume}
        </Button>
      </Group>
    );
  return (
    <Group justify="space-between">
      <Text size="sm">{sendingText(client)}</Text>
      <ConfirmButton
        title={words.pauseTitle(client.name)}
        text={words.pauseText}
        action={words.pause}
        run={() => update({ sending_paused: true })}
        message={words.saved}
      />
    </Group>
  );
}

function sendingText(client: ClientOrganization): string {
  const reasons = [
    ...(client.sending_paused_at === null ? [] : [words.pausedText]),
    ...(client.under_review ? [words.underReviewText] : []),
  ];
  return reasons.length === 0 ? words.activeText : reasons.join(' ');
}

function Owner({ client: { id }, close, invited }: ManageProps) {
  const { api } = useScope();
  const form = useForm({ initialValues: { email: '', sendEmail: true } });
  const invite = useChange({
    run: ({ email, sendEmail }: typeof form.values) => {
      const body = { email, send_email: sendEmail };
      return unwrap(api.POST('/organizations/{id}/invitations', { params: { path: { id } }, body }));
    },
    done: (invitation) => {
      close();
      invited(invitation);
    },
    showsError: true,
  });
  const error = useFieldErrors(form, invite.error);
  return (
    <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <Stack gap="sm">
        <Text size="sm">{words.ownerText}</Text>
        <ErrorPanel error={error} />
        <TextInput type="email" label={signInWords.email} required {...form.getInputProps('email')} />
        <Group justify="space-between">
          <Checkbox
            size="xs"
            label={memberWords.sendEmail}
            {...form.getInputProps('sendEmail', { type: 'checkbox' })}
          />
          <Button type="submit" loading={invite.isPending}>
            {words.invite}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Keys({ client: { id, name } }: { readonly client: ClientOrganization }) {
  const { api } = useScope();
  return (
    <Group justify="space-between">
      <Text size="sm">{words.keysText}</Text>
      <ConfirmButton
        title={words.revokeTitle(name)}
        text={words.revokeText}
        action={words.revoke}
        run={() => unwrap(api.POST('/organizations/{id}/revoke-keys', { params: { path: { id } } }))}
        message={words.revoked(name)}
      />
    </Group>
  );
}
