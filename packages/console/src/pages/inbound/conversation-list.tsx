import { Text, UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronRight, Paperclip } from 'lucide-react';
import { useId, useState } from 'react';
import type { Conversation, InboundEmail } from '../../api/types';
import { inboundTexts as words } from '../../texts/inbound';
import { StatusBadge } from '../../ui/badge';
import { Time } from '../../ui/time';
import { toneOfCheck } from './check-tone';
import classes from './inbound.module.css';
import { ReceivedEmail } from './received-email';
import { SentEmail } from './sent-email';

export type Entries = Conversation['data'];
type Entry = Entries[number];

/** Emails of a conversation, oldest first: the newest is open, and the one of the page. */
export function ConversationList({
  entries,
  truncated,
  email,
}: {
  readonly entries: Entries;
  readonly truncated: boolean;
  readonly email: InboundEmail;
}) {
  const newest = entries.at(-1);
  return (
    <section aria-label={words.conversation}>
      {truncated && (
        <Text size="sm" c="dimmed" mb="xs">
          {words.truncated}
        </Text>
      )}
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <ConversationEntry
            key={entry.id}
            entry={entry}
            email={email.id === entry.id ? email : undefined}
            startsOpen={entry === newest || entry.id === email.id}
          />
        ))}
      </ol>
    </section>
  );
}

function ConversationEntry({
  entry,
  email,
  startsOpen,
}: {
  readonly entry: Entry;
  /** If it has been read. */
  readonly email: InboundEmail | undefined;
  readonly startsOpen: boolean;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  const content = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const { id, type, from, at, preview, attachment_count: files } = entry;
  return (
    <li className={classes.entry} data-type={type}>
      <UnstyledButton
        className={classes.entryHead}
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={16} aria-hidden />
        <span className={classes.entryFrom}>{type === 'sent' ? words.from(from) : from}</span>
        {files > 0 && (
          <span className={classes.files}>
            <Paperclip size={13} aria-hidden /> {words.files(files)}
          </span>
        )}
        <EntryState entry={entry} />
        <span className={classes.entryTime}>
          <Time at={at} />
        </span>
        {!isOpen && <span className={classes.preview}>{preview ?? words.noPreview}</span>}
      </UnstyledButton>
      <div id={content} hidden={!isOpen}>
        {isOpen && (type === 'sent' ? <SentEmail id={id} /> : <ReceivedEmail id={id} email={email} />)}
      </div>
    </li>
  );
}

function EntryState({ entry: { last_event: status, automatic, dmarc } }: { readonly entry: Entry }) {
  if (status !== null) return <StatusBadge status={status} />;
  if (automatic) return <StatusBadge status={words.automaticShort} tone="plain" />;
  // What passes needs no mark.
  return dmarc !== null && dmarc !== 'pass' ? (
    <StatusBadge status={words.dmarcIs(dmarc)} tone={toneOfCheck(dmarc)} />
  ) : null;
}
