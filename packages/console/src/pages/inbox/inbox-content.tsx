import { Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { settle } from '../../api/client';
import type { InboxEmail } from '../../api/types';
import { useScope } from '../../session/scope';
import { inboundTexts } from '../../texts/inbound';
import { inboxTexts as words } from '../../texts/inbox';
import { AttachmentRow } from '../../ui/attachment-row';
import { CodeBlock, CopyIcon } from '../../ui/copy';
import { EmailPreview } from '../emails/email-preview';
import { Findings } from '../emails/email-findings';
import { EmailSource } from '../emails/email-source';
import { useInlineImages } from './inline-images';
import { recipientDocument } from './recipient-document';
import classes from './inbox.module.css';

/** In one row beside the list. */
const narrowTabs = { tab: { paddingInline: 10 } };

/** Each part of a test email in a tab of its own. */
export function InboxContent({ email }: { readonly email: InboxEmail }) {
  const { html, text, links, attachments, findings, headers } = email;
  const code = (part: string | null, label: string, missing: string): ReactNode =>
    part === null ? <Missing text={missing} /> : <CodeBlock code={part} wrap label={label} />;
  const tabs = [
    ['text', words.tabs.text, code(text, words.tabs.text, words.noText)],
    ['html', words.tabs.html, code(html, words.tabs.html, words.noHtml)],
    ['source', words.tabs.source, <EmailSource key="source" id={email.id} part="source" />],
    ['headers', words.tabs.headers, <Headers key="headers" headers={headers} />],
    ['links', words.tabs.links(links.length), <Links key="links" links={links} />],
    ['attachments', words.tabs.attachments(attachments.length), <Attachments key="files" email={email} />],
    ['checks', words.tabs.checks(findings.length), <Findings key="checks" findings={findings} />],
  ] as const;
  return (
    <Tabs
      defaultValue={html === null ? 'text' : 'preview'}
      keepMounted={false}
      className={classes.content}
      styles={narrowTabs}
      mt="md"
    >
      <Tabs.List px="sm">
        <Tabs.Tab value="preview">{words.tabs.preview}</Tabs.Tab>
        {tabs.map(([value, label]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="preview">
        {html === null ? <Missing text={words.noHtml} /> : <Preview email={email} html={html} />}
      </Tabs.Panel>
      {tabs.map(([value, , content]) => (
        <Tabs.Panel key={value} value={value} p="md">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Preview({ email, html }: { readonly email: InboxEmail; readonly html: string }) {
  return (
    <>
      <EmailPreview html={useInlineImages(email, html)} asRecipient={recipientDocument} />
      <Text size="xs" c="dimmed" px="sm" py="xs">
        {words.asRecipient}
      </Text>
    </>
  );
}

function Missing({ text }: { readonly text: string }) {
  return (
    <Text size="sm" c="dimmed" p="md">
      {text}
    </Text>
  );
}

function Headers({ headers }: Pick<InboxEmail, 'headers'>) {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return <CodeBlock code={lines.join('\n')} wrap label={words.tabs.headers} />;
}

function Links({ links }: Pick<InboxEmail, 'links'>) {
  if (links.length === 0) return <Missing text={words.noLinks} />;
  return (
    <ul className={classes.links}>
      {links.map(({ url, text }) => (
        <li key={url}>
          <Text size="sm">{text === '' ? words.imageLink : text}</Text>
          <span className={classes.link}>
            <a href={url} target="_blank" rel="noreferrer noopener">
              {url}
            </a>
            <CopyIcon value={url} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Attachments({ email: { id, attachments } }: { readonly email: InboxEmail }) {
  const { api } = useScope();
  if (attachments.length === 0) return <Missing text={words.noAttachments} />;
  const load = (index: number) => () => {
    const path = { id, index: String(index) };
    return settle(api.GET('/inbox/{id}/attachments/{index}', { params: { path }, parseAs: 'blob' }));
  };
  return (
    <Stack gap="xs">
      {attachments.map(({ index, filename, content_type: contentType, size }) => (
        <AttachmentRow
          key={index}
          {...{ filename, contentType, size, label: inboundTexts.save, load: load(index) }}
        />
      ))}
    </Stack>
  );
}
