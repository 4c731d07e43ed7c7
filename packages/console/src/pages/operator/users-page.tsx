import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { OperatorUser } from '../../api/types';
import { personalApi } from '../../session/session';
import { operatorUserTexts as words } from '../../texts/operator-users';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { SecretOnce } from '../../ui/secret-once';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { InviteUser } from './invite-user';
import { OperatorPage } from './operator-page';
import { UserActions } from './user-actions';

const names = ['search', 'organization', 'operators'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'search', label: words.filters.search },
  { name: 'organization', label: words.filters.organization },
  { name: 'operators', label: words.filters.operators, options: ['true', 'false'] },
];

/** Users of the console in all organizations. */
export function UsersPage() {
  return (
    <OperatorPage
      title={texts.navigation.pages.users}
      description={words.description}
      actions={<InviteUser />}
    >
      <Users />
    </OperatorPage>
  );
}

function Users() {
  const [filters, change] = useFilters(names);
  const [password, setPassword] = useState<string | null>(null);
  const { search, organization } = filters;
  const operators = (['true', 'false'] as const).find((each) => each === filters.operators);
  const query = useList<OperatorUser>({
    key: ['operator', 'users', filters],
    read: (cursor) =>
      unwrap(
        personalApi.GET('/operator/users', {
          params: { query: { search, organization, operators, limit: 50, cursor } },
        }),
      ),
  });
  return (
    <>
      <FilterBar filters={filterList} values={filters} change={change} />
      <ResourceList
        label={texts.navigation.pages.users}
        query={query}
        columns={columnsOf(setPassword)}
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
      <SecretOnce
        title={words.passwordTitle}
        text={words.passwordText}
        label={words.passwordTitle}
        secret={password}
        close={() => setPassword(null)}
        done={words.close}
      />
    </>
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
    {
      title: words.columns.seen,
      width: '6.5rem',
      onPhone: false,
      cell: ({ last_seen_at: at }) => <Time at={at} />,
    },
    {
      title: words.columns.actions,
      width: '5.5rem',
      alignEnd: true,
      cell: (user) => <UserActions user={user} showPassword={showPassword} />,
    },
  ];
}
