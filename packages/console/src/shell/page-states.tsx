import { Button, Skeleton, Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useLocation, type ErrorComponentProps } from '@tanstack/react-router';
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

/** At an address without a page. */
export function NotFound() {
  const { pathname } = useLocation();
  const isOfPlatform = /^\/operator(\/|$)/.test(pathname);
  return (
    <Missing
      title={texts.errors.noPage}
      text={texts.errors.noPageText}
      to={isOfPlatform ? '/operator' : '/overview'}
      action={isOfPlatform ? texts.errors.toHealth : texts.errors.toOverview}
    />
  );
}

/** In place of a page that does not exist, with where to go from there. */
export function Missing({
  title,
  text,
  to,
  action,
}: {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly action: string;
}) {
  useDocumentTitle(`${title} · Postrider`);
  return (
    <EmptyState
      {...{ title, text }}
      order={1}
      action={
        <Button component={Link} to={to}>
          {action}
        </Button>
      }
    />
  );
}
