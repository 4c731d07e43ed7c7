import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { content as words } from '../../texts/emails';
import { CodeBlock } from '../../ui/copy';
import { ErrorPanel } from '../../ui/error-panel';

/** The message as it is delivered, or its headers alone. */
export function EmailSource({ id, part }: { readonly id: string; readonly part: 'source' | 'headers' }) {
  const { modeApi: api, queryKey } = useScope();
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, 'email', id, 'source'],
    staleTime: Infinity,
    queryFn: () => unwrap(api.GET('/emails/{id}/source', { params: { path: { id } } })),
  });
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={200} />;
  if (data.source === null)
    return (
      <Text size="sm" c="dimmed">
        {words.notKept}
      </Text>
    );
  const source = data.source.replaceAll('\r\n', '\n');
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {words.sourceHint}
      </Text>
      <CodeBlock
        code={part === 'source' ? source : (source.split('\n\n', 1)[0] ?? '')}
        wrap
        label={words.tabs[part]}
      />
    </>
  );
}
