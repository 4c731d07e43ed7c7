import { Button, Skeleton, Stack } from '@mantine/core';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { texts } from '../texts/texts';
import { EmptyState } from '../ui/empty-state';
import { ErrorPanel } from '../ui/error-panel';

/** In place of a page whose data has not arrived. */
export function PageLoading() {
  return (
    <Stack aria-busy="true" aria-label={texts.common.loading}>
      <Skeleton height={28} width={240} radius="md" />
      <Skeleton height={120} radius="md" />
      <Skeleton height={240} radius="md" />
    </Stack>
  );
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
