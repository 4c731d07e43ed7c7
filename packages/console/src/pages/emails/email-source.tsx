import { Text } from '@mantine/core';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { content as words } from '../../texts/email';
import { CodeBlock } from '../../ui/copy';
import { useScope } from '../../session/scope';

/** The message as it is delivered, or its headers alone. */
export function EmailSource({ id, part }: { readonly id: string; readonly part: 'source' | 'headers' }) {
  const { mode } = useScope();
  const query = useRead('/emails/{id}/source', { path: { id } }, { mode, staleTime: Infinity });
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
