import { Alert, Anchor, Button, Checkbox, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import { RequestError } from '../../api/request-error';
import type { InboundEmail } from '../../api/types';
import { RestoredNote } from '../../saving/restored-note';
import { useKeptInput } from '../../saving/use-kept-input';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { inboundTexts as words } from '../../texts/inbound';
import { ErrorPanel } from '../../ui/error-panel';
import { FromField, useSenders } from '../../ui/from-field';
import { notify } from '../../ui/notify';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';
import { placeProblems } from '../../ui/use-field-errors';
import type { Entries } from './conversation-list';

/** Null: what the API takes by default. */
interface Reply {
  readonly from: string | null;
  readonly to: readonly string[] | null;
  readonly subject: string | null;
  readonly text: string;
  readonly quotes: boolean;
  /** Another one with each change: what is sent twice without a change is one email. */
  readonly key: string;
}

const empty: Reply = { from: null, to: null, subject: null, text: '', quotes: true, key: '' };
const names = ['from', 'to', 'subject', 'text'] as const;

/** A reply to the newest received email of a conversation. What is typed is kept in the tab until it is sent. */
export function ReplyForm({
  entries,
  email: shown,
}: {
  readonly entries: Entries;
  readonly email: InboundEmail;
}) {
  const newestId = entries.findLast(({ type }) => type === 'received')?.id ?? shown.id;
  const newest = useRead('/inbound/{id}', { path: { id: newestId } }, { enabled: newestId !== shown.id });
  // Until the newest is there, the form stays with what is typed.
  const email = newestId === shown.id ? shown : (newest.data ?? shown);
  const input = useKeptInput(`reply:${entries[0]?.id}`, empty);
  return (
    <Panel title={words.replyTitle}>
      <Fields email={email} input={input} />
    </Panel>
  );
}

function Fields({
  email,
  input,
}: {
  readonly email: InboundEmail;
  readonly input: ReturnType<typeof useKeptInput<Reply>>;
}) {
  const { organization } = useScope();
  const { initial: anySender } = useSenders('any');
  const { send, problems, error, suppressed } = useReply(email, input);
  const { values } = input;
  const defaults = email.reply_defaults;
  const change = (changed: Partial<Reply>) => input.change({ ...changed, key: crypto.randomUUID() });
  const from = values.from ?? defaults.from ?? anySender;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ from, values });
      }}
    >
      <Stack gap="sm">
        <RestoredNote input={input} />
        {email.automatic && (
          <Alert color="yellow" variant="light">
            {words.automaticWarning}
          </Alert>
        )}
        {suppressed.length > 0 && <Suppressed addresses={suppressed} />}
        <FromField
          label={words.fields.from}
          stream="any"
          value={from}
          onChange={(changed) => change({ from: changed })}
          error={problems['from']}
        />
        <TagsInput
          label={words.fields.to}
          required
          splitChars={[]}
          value={[...(values.to ?? defaults.to)]}
          onChange={(to) => change({ to })}
          error={problems['to']}
        />
        <TextInput
          label={words.fields.subject}
          maxLength={998}
          value={values.subject ?? defaults.subject}
          onChange={(event) => change({ subject: event.currentTarget.value })}
          error={problems['subject']}
        />
        <Textarea
          label={words.fields.text}
          required
          autosize
          minRows={6}
          maxRows={24}
          value={values.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          error={problems['text']}
        />
        {organization.rights.content && (email.text ?? email.reply_text) !== null && (
          <Checkbox
            label={words.fields.quote}
            checked={values.quotes}
            onChange={(event) => change({ quotes: event.currentTarget.checked })}
          />
        )}
        <ErrorPanel error={error} />
        <Button type="submit" w="fit-content" loading={send.isPending}>
          {words.send}
        </Button>
      </Stack>
    </form>
  );
}

function useReply(email: InboundEmail, input: ReturnType<typeof useKeptInput<Reply>>) {
  const { api, organization } = useScope();
  const [suppressed, setSuppressed] = useState<readonly string[]>([]);
  const send = useChange({
    run: ({
      from,
      values: { to, subject, text, quotes, key },
    }: {
      readonly from: string;
      readonly values: Reply;
    }) =>
      unwrap(
        api.POST('/inbound/{id}/reply', {
          params: { path: { id: email.id } },
          body: {
            ...{ from, text },
            ...(to !== null && { to: [...to] }),
            ...(subject !== null && subject !== '' && { subject }),
            ...(organization.rights.content && { quote: quotes }),
            idempotency_key: key,
          },
        }),
      ),
    done: ({ suppressed: skipped = [] }) => {
      setSuppressed(skipped);
      if (skipped.length === 0) notify(words.sent);
      input.clear();
    },
    showsError: true,
  });
  const placed = send.error instanceof RequestError ? placeProblems(send.error, names) : null;
  const problems: Readonly<Record<string, string>> = placed?.errors ?? {};
  return { send, problems, error: placed?.rest ?? send.error, suppressed };
}

/** Who gets nothing, and where that can be changed. */
function Suppressed({ addresses }: { readonly addresses: readonly string[] }) {
  return (
    <Alert color="yellow" variant="light" role="alert">
      {words.suppressed(addresses.join(', '))}{' '}
      <Anchor component={Link} to="/suppressions" size="sm" c="inherit" underline="always">
        {words.toSuppressions}
      </Anchor>
    </Alert>
  );
}
