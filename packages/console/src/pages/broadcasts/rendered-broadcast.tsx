import { Tabs, Text } from '@mantine/core';
import { broadcastTexts } from '../../texts/broadcasts';
import { CodeBlock } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import { EmailPreview } from '../emails/email-preview';

const { test: words, content } = broadcastTexts;

/** A rendered email: subject, HTML, text. */
export function RenderedBroadcast({
  rendered: { subject, html, text },
}: {
  readonly rendered: { readonly subject: string; readonly html: string | null; readonly text: string | null };
}) {
  return (
    <Panel title={words.preview} bare>
      <Text size="sm" fw={600} p="sm">
        {subject}
      </Text>
      <Tabs defaultValue={html === null ? 'text' : 'html'} keepMounted={false}>
        <Tabs.List px="sm">
          {html !== null && <Tabs.Tab value="html">{content.html}</Tabs.Tab>}
          {text !== null && <Tabs.Tab value="text">{content.text}</Tabs.Tab>}
        </Tabs.List>
        {html !== null && (
          <Tabs.Panel value="html">
            <EmailPreview html={html} />
          </Tabs.Panel>
        )}
        {text !== null && (
          <Tabs.Panel value="text" p="md">
            <CodeBlock code={text} wrap label={content.text} />
          </Tabs.Panel>
        )}
      </Tabs>
    </Panel>
  );
}
