import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sessionQuery } from '../../session/session';
import { operator as words } from '../../texts/operator';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader, type HeaderAction, type Parent } from '../../ui/page-header';

/** A page of the operator area, for operators whose session has what the platform requires. */
export function OperatorPage({
  parent,
  title,
  state,
  description,
  menu,
  actions,
  children,
}: {
  readonly parent?: Parent;
  readonly title: string;
  /** A badge. */
  readonly state?: ReactNode;
  readonly description?: string;
  readonly menu?: readonly HeaderAction[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { data: session } = useQuery(sessionQuery);
  if (!session) return null;
  return (
    <>
      <PageHeader {...{ parent, title, state, description }} menu={session.operator_access ? menu : []}>
        {session.operator_access && actions}
      </PageHeader>
      {session.operator_access ? children : <NoAccess isOperator={session.user.is_operator} />}
    </>
  );
}

function NoAccess({ isOperator }: { readonly isOperator: boolean }) {
  if (!isOperator) return <EmptyState title={words.noAccess} text={words.noAccessText} />;
  return (
    <EmptyState
      title={words.noSecondFactor}
      text={words.noSecondFactorText}
      action={
        <Button component={Link} to="/profile">
          {words.toProfile}
        </Button>
      }
    />
  );
}
