import { Button, CopyButton, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Check, Copy } from 'lucide-react';
import { settle } from '../../api/client';
import type { InboxEmail } from '../../api/types';
import { PendingPage } from '../../shell/pending-page';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { inboxTexts as words } from '../../texts/inbox';
import { saveFile } from '../../ui/download';
import { Facts } from '../../ui/panel';
import { ExactTime } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { InboxContent } from './inbox-content';
import classes from './inbox.module.css';

/** A test email as it would arrive. */
export function InboxMessage({ id, close }: { readonly id: string; readonly close: () => void }) {
  const query = useRead('/inbox/{id}', { path: { id } }, { staleTime: Infinity });
  const { data: email } = query;
  return (
    <>
      <Button className={classes.back} variant="subtle" color="gray" onClick={close} mb="sm">
        {words.back}
      </Button>
      {email === undefined ? <PendingPage query={query} /> : <Message email={email} />}
    </>
  );
}

function Message({ email }: { readonly email: InboxEmail }) {
  const { id, subject, from, to, cc, bcc, tags, codes, created_at: at } = email;
  return (
    <>
      <Group justify="space-between" align="start" wrap="nowrap" mb="xs">
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {subject === '' ? words.noSubject : subject}
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Button component={Link} to={`/emails/${id}`} variant="default" size="xs">
            {words.history}
          </Button>
          <SourceButton id={id} />
        </Group>
      </Group>
      <Facts
        facts={[
          [words.facts.from, from],
          [words.facts.to, to.join(', ')],
          ...(cc.length > 0 ? [[words.facts.cc, cc.join(', ')] as const] : []),
          ...(bcc.length > 0 ? [[words.facts.bcc, bcc.join(', ')] as const] : []),
          ...(tags === null
            ? []
            : [[words.facts.tags, tags.map(({ name, value }) => `${name}:${value}`).join(', ')] as const]),
          [words.facts.sent, <ExactTime key="sent" at={at} />],
        ]}
      />
      {codes.length > 0 && <Codes codes={codes} />}
      <InboxContent email={email} />
    </>
  );
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <Group gap="xs" my="md">
      <Text size="sm" c="dimmed">
        {words.codes}
      </Text>
      {codes.map((code) => (
        <CopyButton key={code} value={code}>
          {({ copied, copy }) => (
            <Button
              variant="light"
              size="xs"
              onClick={copy}
              aria-label={copied ? words.copied : words.copyCode(code)}
              rightSection={copied ? <Check size={14} /> : <Copy size={14} />}
            >
              <span className="mono">{code}</span>
            </Button>
          )}
        </CopyButton>
      ))}
    </Group>
  );
}

function SourceButton({ id }: { readonly id: string }) {
  const { api } = useScope();
  const run = async () => {
    const params = { path: { id } };
    const message = await settle(api.GET('/inbox/{id}/source', { params, parseAs: 'blob' }));
    saveFile(`${id}.eml`, message as unknown as Blob);
  };
  const save = useChange({ run, refresh: false });
  return (
    <Button variant="default" size="xs" loading={save.isPending} onClick={() => save.mutate()}>
      {words.source}
    </Button>
  );
}
