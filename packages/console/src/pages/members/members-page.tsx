import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { settle } from '../../api/client';
import type { IssuedInvitation, Member } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { members as words } from '../../texts/members';
import { keys as keysWords } from '../../texts/keys';
import { texts } from '../../texts/texts';
import { ConfirmButton } from '../../ui/confirm-button';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useCreateDialog } from '../../ui/use-create-dialog';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { EditMember } from './edit-member';
import { InvitationLink } from './invitation-link';
import { InvitationList } from './invitation-list';
import { InviteForm } from './invite-form';

export function MembersPage() {
  const isAdmin = useHasRole('admin');
  const [isInviting, { open, close }] = useCreateDialog();
  const [issued, setIssued] = useState<IssuedInvitation | null>(null);
  const query = useList('/members');
  return (
    <ListPage
      title={texts.navigation.pages.members}
      description={words.description}
      query={query}
      columns={columns}
      create={isAdmin && { label: words.invite, open }}
      empty={words}
    >
      {isAdmin && <InvitationList issued={setIssued} />}
      <InviteForm opened={isInviting} close={close} issued={setIssued} />
      <InvitationLink invitation={issued} close={() => setIssued(null)} />
    </ListPage>
  );
}

const columns: readonly Column<Member>[] = [
  {
    title: words.columns.name,
    width: 'minmax(0, 1.6fr)',
    cell: ({ name, email }) => (
      <>
        <Text span size="sm" fw={500}>
          {name}
        </Text>{' '}
        <Text span size="xs" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  { title: words.columns.role, width: '5.5rem', cell: ({ role }) => words.roles[role] },
  {
    title: words.columns.domains,
    width: '7rem',
    onPhone: false,
    cell: ({ domain_ids: domains }) =>
      domains === null ? keysWords.allDomains : keysWords.domains(domains.length),
  },
  {
    title: words.columns.secondFactor,
    width: '7rem',
    onPhone: false,
    cell: ({ has_second_factor: has }) => (has ? words.yes : words.no),
  },
  {
    title: words.columns.lastSeen,
    width: '6.5rem',
    onPhone: false,
    cell: ({ last_seen_at: at }) => <Time at={at} never={words.never} />,
  },
  {
    title: keysWords.columns.actions,
    width: '9rem',
    alignEnd: true,
    cell: (member) => <MemberActions member={member} />,
  },
];

function MemberActions({ member }: { readonly member: Member }) {
  const { api, session } = useScope();
  const isAdmin = useHasRole('admin');
  const [isEditing, { open, close }] = useDisclosure();
  const isSelf = member.user_id === session.user.id;
  if (!isAdmin && !isSelf) return null;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap" className={list.above}>
      {isAdmin && (
        <Button variant="default" size="compact-xs" onClick={open}>
          {words.edit}
        </Button>
      )}
      <ConfirmButton
        size="compact-xs"
        title={isSelf ? words.leaveTitle : words.removeTitle(member.name)}
        text={isSelf ? words.leaveText : words.removeText}
        action={isSelf ? words.leave : words.remove}
        run={() =>
          isSelf
            ? settle(api.POST('/members/leave'))
            : settle(api.DELETE('/members/{id}', { params: { path: { id: member.id } } }))
        }
        message={isSelf ? words.left : words.removed(member.name)}
      />
      {isEditing && <EditMember member={member} close={close} />}
    </Group>
  );
}
