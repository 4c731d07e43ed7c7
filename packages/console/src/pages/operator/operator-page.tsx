import { Stack, Text } from '@mantine/core';
import { texts } from '../../texts/texts';
import { CodeBlock } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';

const { operator: words } = texts;

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
