import { Button, Stack } from '@mantine/core';
import { useRef } from 'react';
import type { Conversation, InboundEmail } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { inboundTexts as words } from '../../texts/inbound';
import { StatusBadge } from '../../ui/badge';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { usePathId } from '../../ui/use-path-id';
import { ConversationList, type Entries } from './conversation-list';
import classes from './inbound.module.css';
import { ReplyForm } from './reply-form';
import { RepliedBadge } from './replied-badge';

/** How often an open conversation asks for what is new. */
const refreshMs = 30_000;

/** A received email with the emails that belong together with it, and a reply. */
export function InboundEmailPage() {
  const id = usePathId();
  const query = useRead('/inbound/{id}', { path: { id } });
  const conversation = useRead(
    '/inbound/{id}/conversation',
    { path: { id } },
    { refetchInterval: refreshMs },
  );
  const mayReply = useHasRole('member');
  const form = useRef<HTMLDivElement>(null);
  const { data: email } = query;
  if (email === undefined) return <PendingPage query={query} />;
  if (conversation.data === undefined) return <PendingPage query={conversation} />;
  const entries = entriesWith(email, conversation.data);
  const reply = () => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector('textarea')?.focus();
  };
  return (
    <>
      <PageHeader
        parent={{ to: '/inbound', label: words.title }}
        title={email.subject === '' ? words.noSubject : email.subject}
        state={
          email.automatic ? (
            <StatusBadge status={words.automatic} tone="warn" />
          ) : (
            <RepliedBadge email={email} />
          )
        }
        description={<CopyValue value={email.id} />}
        curl={{ path: `/inbound/${id}/conversation`, docs: 'inbound#readConversation' }}
      >
        {mayReply && <Button onClick={reply}>{words.reply}</Button>}
      </PageHeader>
      <Stack className={classes.conversation}>
        <ConversationList entries={entries} truncated={conversation.data.truncated} email={email} />
        {mayReply && (
          <div ref={form}>
            <ReplyForm entries={entries} email={email} />
          </div>
        )}
      </Stack>
    </>
  );
}

/** The email of the page is always shown, also where a hundred newer ones are in its conversation. */
function entriesWith(email: InboundEmail, { data }: Conversation): Entries {
  if (data.some(({ id }) => id === email.id)) return data;
  const own: Entries[number] = {
    ...{ type: 'received', id: email.id, from: email.from, to: email.to, subject: email.subject },
    ...{ preview: email.reply_text, attachment_count: email.attachments.length, replies_to: email.email_id },
    ...{ at: email.received_at, last_event: null, automatic: email.automatic, dmarc: email.dmarc },
  };
  return [own, ...data];
}
