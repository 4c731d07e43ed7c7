import { Tabs, Text } from '@mantine/core';
import type { InboundEmail } from '../../api/types';
import { inboundTexts as words } from '../../texts/inbound';
import { EmailPreview } from '../emails/email-preview';
import classes from './inbound.module.css';

/** What a received email says, as far as retention keeps it: first without what it quotes. */
export function InboundContent({
  email: { reply_text: reply, text, html },
}: {
  readonly email: InboundEmail;
}) {
  const parts = [
    ['reply', reply ? <div className={classes.text}>{reply}</div> : null],
    ['text', text && text.trim() !== reply?.trim() ? <div className={classes.text}>{text}</div> : null],
    ['preview', html === null ? null : <EmailPreview html={html} />],
  ] as const;
  const found = parts.filter(([, part]) => part !== null);
  const [first] = found;
  if (first === undefined)
    return (
      <Text size="sm" c="dimmed">
        {html === null && text === null ? words.notKept : words.nothing}
      </Text>
    );
  return (
    <Tabs defaultValue={first[0]} keepMounted={false}>
      <Tabs.List>
        {found.map(([tab]) => (
          <Tabs.Tab key={tab} value={tab}>
            {words.tabs[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {found.map(([tab, part]) => (
        <Tabs.Panel key={tab} value={tab} pt="sm">
          {part}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
