import { Button, Loader } from '@mantine/core';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { texts } from '../texts/texts';
import { EmptyState } from '../ui/empty-state';
import { ErrorPanel } from '../ui/error-panel';

export function PageLoading() {
  return <Loader size="sm" m="xl" aria-busy="true" aria-label={texts.common.loading} />;
}

export function PageError({ error, reset }: ErrorComponentProps) {
  return <ErrorPanel error={error} retry={reset} />;
}

export function NotFound() {
  return (
    <EmptyState
      order={1}
      title={texts.errors.noPage}
      text={texts.errors.noPageText}
      action={
        <Button component={Link} to="/overview">
          {texts.errors.toOverview}
        </Button>
      }
    />
  );
}
