import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { PendingPage } from '../../shell/pending-page';
import { content as words } from '../../texts/emails';
import { CodeBlock } from '../../ui/copy';

/** The message as it is delivered, or its headers alone. */
export function EmailSource({ id, part }: { readonly id: string; readonly part: 'source' | 'headers' }) {
  const { modeApi: api, queryKey } = useScope();
  const query = useQuery({
    queryKey: [...queryKey, 'email', id, 'source'],
    staleTime: Infinity,
    queryFn: () => unwrap(api.GET('/emails/{id}/source', { params: { path: { id } } })),
  });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
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
