import { Stack, Text } from '@mantine/core';
import { operator as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { CodeBlock } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';

/** Operators work with commands on the server; this page lists them. */
export function OperatorPage() {
  return (
    <>
      <PageHeader title={texts.navigation.pages.operator} description={words.description} />
      <Stack maw="48rem">
        {words.commands.map(({ title, text, command }) => (
          <Panel key={title} title={title}>
            <Text size="sm" mb="sm">
              {text}
            </Text>
            <CodeBlock code={command} label={title} />
          </Panel>
        ))}
      </Stack>
    </>
  );
}
