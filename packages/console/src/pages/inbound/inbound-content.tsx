import { Tabs, Text } from '@mantine/core';
import type { InboundEmail } from '../../api/types';
import { inboundTexts as words } from '../../texts/inbound';
import { CodeBlock } from '../../ui/copy';
import { Facts, Panel } from '../../ui/panel';
import { EmailPreview } from '../emails/email-preview';

/** Contents of a received email, as far as retention keeps them. */
export function InboundContent({ email }: { readonly email: InboundEmail }) {
  const { reply_text: reply, html, text, headers, metadata } = email;
  const parts = [
    ['reply', reply !== null && <CodeBlock code={reply} wrap label={words.tabs.reply} />],
    ['text', text !== null && <CodeBlock code={text} wrap label={words.tabs.text} />],
    ['headers', headers !== null && headers.length > 0 && <Headers headers={headers} />],
    ['metadata', metadata !== null && <Facts facts={Object.entries(metadata)} />],
  ] as const;
  const isKept = html !== null || text !== null || headers !== null;
  const missing = (
    <Text size="sm" c="dimmed" p="md">
      {isKept ? words.nothing : words.notKept}
    </Text>
  );
  return (
    <Panel bare>
      <Tabs defaultValue={reply !== null ? 'reply' : text !== null ? 'text' : 'preview'} keepMounted={false}>
        <Tabs.List px="sm">
          {(['reply', 'preview', 'text', 'headers', 'metadata'] as const).map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {words.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="preview">{html === null ? missing : <EmailPreview html={html} />}</Tabs.Panel>
        {parts.map(([tab, content]) => (
          <Tabs.Panel key={tab} value={tab} p={content === false ? 0 : 'md'}>
            {content === false ? missing : content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}

function Headers({ headers }: { readonly headers: NonNullable<InboundEmail['headers']> }) {
  return (
    <CodeBlock
      code={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
      wrap
      label={words.tabs.headers}
    />
  );
}
