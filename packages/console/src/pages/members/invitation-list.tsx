import { Button, Group, Table, Text } from '@mantine/core';
import { settle, unwrap } from '../../api/client';
import type { Invitation, IssuedInvitation } from '../../api/types';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { members as words } from '../../texts/members';
import { keys as keysWords } from '../../texts/keys';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';

type Issued = (invitation: IssuedInvitation) => void;

/** Invitations that are pending or have expired. */
export function InvitationList({ issued }: { readonly issued: Issued }) {
  const { data, error } = useRead('/invitations');
  if (data === undefined) return <ErrorPanel error={error} />;
  if (data.data.length === 0) return null;
  return (
    <Panel title={words.invitations} bare>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={640}>
        <Table fz="sm" verticalSpacing="xs" horizontalSpacing="md">
          <Table.Tbody>
            {data.data.map((invitation) => (
              <Table.Tr key={invitation.id}>
                <Table.Td fw={500}>{invitation.email}</Table.Td>
                <Table.Td>{words.roles[invitation.role]}</Table.Td>
                <Table.Td>
                  <StatusBadge status={invitation.status} />
                </Table.Td>
                <Table.Td>
                  <Text size="xs" c="dimmed">
                    {words.expires} <Time at={invitation.expires_at} />
                  </Text>
                </Table.Td>
                <Table.Td>
                  <InvitationActions invitation={invitation} issued={issued} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

function InvitationActions({
  invitation,
  issued,
}: {
  readonly invitation: Invitation;
  readonly issued: Issued;
}) {
  const { api } = useScope();
  const params = { path: { id: invitation.id } };
  const resend = useChange({
    run: () => unwrap(api.POST('/invitations/{id}/resend', { params })),
    done: issued,
  });
  const link = useChange({
    run: () => unwrap(api.POST('/invitations/{id}/link', { params })),
    done: issued,
  });
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        variant="default"
        size="compact-xs"
        loading={link.isPending}
        onClick={() => link.mutate(undefined)}
      >
        {words.newLink}
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        loading={resend.isPending}
        onClick={() => resend.mutate(undefined)}
      >
        {words.resend}
      </Button>
      <ConfirmButton
        size="compact-xs"
        title={words.revokeTitle(invitation.email)}
        text={words.revokeText}
        action={keysWords.revoke}
        run={() => settle(api.DELETE('/invitations/{id}', { params }))}
        message={words.invitationRevoked(invitation.email)}
      />
    </Group>
  );
}
