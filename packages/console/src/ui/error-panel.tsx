import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RequestError } from '../api/request-error';
import { texts } from '../texts/texts';
import { CopyValue } from './copy';

/** An error with its code, the fix from the documentation and the id of the request. */
export function ErrorPanel({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const failure = error instanceof RequestError ? error : null;
  const fix = useFix(failure?.code);
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" variant="light" title={failure?.message ?? texts.errors.bug} role="alert" mb="md">
      {failure === null && (
        <Text size="sm">{error instanceof Error ? error.message : texts.errors.unknown}</Text>
      )}
      {typeof fix.data === 'string' && !isSaid(fix.data, failure?.message) && (
        <Text size="sm">{fix.data}</Text>
      )}
      <Group gap="md" mt="xs">
        {failure !== null && (
          <Anchor
            size="xs"
            className="mono"
            c="inherit"
            underline="always"
            href={`/docs/errors#${failure.code}`}
          >
            {failure.code}
          </Anchor>
        )}
        {failure?.requestId && (
          <Text size="xs" c="dimmed" component="span" maw="100%">
            {texts.errors.requestId} <CopyValue value={failure.requestId} />
          </Text>
        )}
        {retry !== undefined && (
          <Button variant="default" size="compact-xs" onClick={retry}>
            {texts.errors.retry}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Messages of the catalogue end with the fix. */
function isSaid(fix: string, message = ''): boolean {
  return message.replaceAll('`', '').includes(fix.slice(fix.indexOf(':') + 1).trim());
}

/** The page of the documentation has the fix of each code; it is loaded with the first error. */
function useFix(code: string | undefined) {
  return useQuery({
    queryKey: ['error-fixes'],
    enabled: code !== undefined,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const response = await fetch('/docs/errors');
      return new DOMParser().parseFromString(await response.text(), 'text/html');
    },
    select: (page) => {
      const section = code === undefined ? null : page.getElementById(code);
      return section?.querySelector('p:has(strong)')?.textContent ?? null;
    },
  });
}
