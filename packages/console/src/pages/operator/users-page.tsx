import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { OperatorUser } from '../../api/types';
import { operatorUserTexts as words } from '../../texts/operator-users';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn } from '../../ui/columns';
import type { Column } from '../../ui/resource-list';
import { SecretOnce } from '../../ui/secret-once';
import { Time } from '../../ui/time';
import { InviteUser } from './invite-user';
import { OperatorListPage } from './operator-list-page';
import { UserActions } from './user-actions';

const filters = [
  { name: 'search', label: words.filters.search },
  { name: 'organization', label: words.filters.organization },
  { name: 'operators', label: words.filters.operators, options: ['true', 'false'] },
] as const;

/** Users of the console in all organizations. */
export function UsersPage() {
  const [password, setPassword] = useState<string | null>(null);
  return (
    <OperatorListPage
      path="/operator/users"
      title={texts.navigation.pages.users}
      description={words.description}
      actions={<InviteUser />}
      filters={filters}
      columns={columnsOf(setPassword)}
      empty={words}
    >
      <SecretOnce
        title={words.passwordTitle}
        text={words.passwordText}
        label={words.passwordTitle}
        secret={password}
        close={() => setPassword(null)}
        done={words.close}
      />
    </OperatorListPage>
  );
}

function columnsOf(showPassword: (password: string) => void): readonly Column<OperatorUser>[] {
  return [
    {
      title: words.columns.email,
      width: 'minmax(0, 1.3fr)',
      cell: ({ email, is_operator: isOperator }) => (
        <Group gap={6} wrap="nowrap">
          <Text span truncate fz="inherit">
            {email}
          </Text>
          {isOperator && <StatusBadge status={words.operator} tone="plain" />}
        </Group>
      ),
    },
    {
      title: words.columns.organizations,
      width: 'minmax(0, 1.3fr)',
      onPhone: false,
      cell: ({ organizations }) => organizations.join(', ') || words.noOrganization,
    },
    {
      title: words.columns.signIn,
      width: '9.5rem',
      onPhone: false,
      cell: ({ has_second_factor: has }) => (has ? words.secondFactor : words.passwordOnly),
    },
    detailColumn(words.columns.seen, '6.5rem', ({ last_seen_at: at }) => <Time at={at} />),
    {
      title: words.columns.actions,
      width: '5.5rem',
      alignEnd: true,
      cell: (user) => <UserActions user={user} showPassword={showPassword} />,
    },
  ];
}
