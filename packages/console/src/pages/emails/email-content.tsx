import { Tabs, Text } from '@mantine/core';
import type { Email } from '../../api/types';
import { content as words } from '../../texts/email';
import { CodeBlock } from '../../ui/copy';
import { Facts, Panel } from '../../ui/panel';
import { EmailPreview } from './email-preview';
import { EmailSource } from './email-source';

/** In one row beside the timeline. */
const narrowTabs = { tab: { paddingInline: 10 } };

/** Contents of the email, as far as retention keeps them. */
export function EmailContent({ email }: { readonly email: Email }) {
  const { html, text, metadata, attachments } = email;
  const kept = html !== null || text !== null;
  return (
    <Panel bare>
      <Tabs defaultValue={html === null ? 'text' : 'preview'} keepMounted={false} styles={narrowTabs}>
        <Tabs.List px="sm">
          <Tabs.Tab value="preview">{words.tabs.preview}</Tabs.Tab>
          <Tabs.Tab value="text">{words.tabs.text}</Tabs.Tab>
          <Tabs.Tab value="html">{words.tabs.html}</Tabs.Tab>
          <Tabs.Tab value="source">{words.tabs.source}</Tabs.Tab>
          <Tabs.Tab value="headers">{words.tabs.headers}</Tabs.Tab>
          <Tabs.Tab value="metadata">{words.tabs.metadata}</Tabs.Tab>
          <Tabs.Tab value="attachments">{words.tabs.attachments(attachments.length)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="preview">
          {html === null ? <Missing kept={kept} text={words.noHtml} /> : <EmailPreview html={html} />}
        </Tabs.Panel>
        <Tabs.Panel value="text" p="md">
          {text === null ? (
            <Missing kept={kept} text={words.noText} />
          ) : (
            <CodeBlock code={text} wrap label={words.tabs.text} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="html" p="md">
          {html === null ? (
            <Missing kept={kept} text={words.noHtml} />
          ) : (
            <CodeBlock code={html} wrap label={words.tabs.html} />
          )}
        </Tabs.Panel>
        {(['source', 'headers'] as const).map((part) => (
          <Tabs.Panel key={part} value={part} p="md">
            <EmailSource id={email.id} part={part} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="metadata" p="md">
          {metadata === null || Object.keys(metadata).length === 0 ? (
            <Missing kept={kept} text={words.noMetadata} />
          ) : (
            <Facts facts={Object.entries(metadata)} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="attachments" p="md">
          {attachments.length === 0 ? (
            <Missing kept={kept} text={words.noAttachments} />
          ) : (
            <Facts
              facts={attachments.map(({ filename, content_type: type, size }) => [
                filename,
                `${type}, ${bytes(size)}`,
              ])}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
}

function Missing({ kept, text }: { readonly kept: boolean; readonly text: string }) {
  return (
    <Text size="sm" c="dimmed" p="md">
      {kept ? text : words.notKept}
    </Text>
  );
}

function bytes(size: number): string {
  return size < 1_024
    ? `${size} B`
    : `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(size / 1_024)} kB`;
}
