import { Tabs, Text } from '@mantine/core';
import { templateTexts as words } from '../../texts/templates';
import { CodeBlock } from '../../ui/copy';
import { EmailPreview } from './email-preview';

/** A rendered email: subject, HTML, text. */
export function RenderedEmail({
  subject,
  html,
  text,
}: {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
}) {
  return (
    <>
      <Text size="sm" fw={600} p="sm" aria-label={words.subject}>
        {subject}
      </Text>
      <Tabs defaultValue={html === null ? 'text' : 'html'} keepMounted={false}>
        <Tabs.List px="sm">
          {html !== null && <Tabs.Tab value="html">{words.html}</Tabs.Tab>}
          {text !== null && <Tabs.Tab value="text">{words.text}</Tabs.Tab>}
        </Tabs.List>
        {html !== null && (
          <Tabs.Panel value="html">
            <EmailPreview html={html} showsImages />
          </Tabs.Panel>
        )}
        {text !== null && (
          <Tabs.Panel value="text" p="md">
            <CodeBlock code={text} wrap label={words.text} />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}
