import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { createApi, unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { start as words } from '../../texts/start';
import { domains as domainsWords } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { CodeBlock } from '../../ui/copy';
import { useDomains } from '../../ui/domain-select';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { useChange } from '../../ui/use-change';
import { EmailTimeline } from '../emails/email-timeline';
import { sendSnippet } from '../emails/send-snippet';
import { Checklist } from './checklist';

/** From nothing to an email on the screen: everything in test mode, so nothing is delivered. */
export function StartPage() {
  const { session } = useScope();
  const verified = useDomains().filter(({ status }) => status === 'verified');
  const [domain, setDomain] = useState<string | null>(null);
  const [to, setTo] = useState(session.user.email);
  const chosen = domain ?? verified[0]?.name;
  const from = `Postrider <hello@${chosen ?? 'your-domain.example'}>`;
  return (
    <>
      <PageHeader title={texts.navigation.pages.start} description={words.description} />
      <Stack maw="48rem">
        <Panel title={words.send}>
          {chosen === undefined ? (
            <Stack align="flex-start" gap="sm">
              <Text size="sm">{words.noDomain}</Text>
              <Button component={Link} to="/domains">
                {domainsWords.add}
              </Button>
            </Stack>
          ) : (
            <Stack gap="sm">
              <Group grow align="end">
                <Select
                  label={words.from}
                  data={verified.map(({ name }) => name)}
                  value={chosen}
                  onChange={setDomain}
                />
                <TextInput
                  type="email"
                  label={words.to}
                  value={to}
                  onChange={(event) => setTo(event.currentTarget.value)}
                />
              </Group>
              <SendTest from={from} to={to} />
            </Stack>
          )}
        </Panel>
        <Panel title={words.key}>
          <TestKey from={from} to={to} />
        </Panel>
        <Checklist />
      </Stack>
    </>
  );
}

/** The API in test mode, whatever the mode of the view is. */
function useTestApi() {
  const { organization } = useScope();
  const organizationId = organization.organization_id;
  return useMemo(() => createApi({ organizationId, mode: 'test' }), [organizationId]);
}

function SendTest({ from, to }: { readonly from: string; readonly to: string }) {
  const api = useTestApi();
  const send = useChange({
    run: () => unwrap(api.POST('/emails', { body: { from, to, subject: words.subject, text: words.text } })),
    showsError: true,
  });
  const id = send.data?.id;
  const { data: email } = useQuery({
    queryKey: ['first-email', id],
    enabled: id !== undefined,
    queryFn: () => unwrap(api.GET('/emails/{id}', { params: { path: { id: id ?? '' } } })),
    refetchInterval: ({ state }) => (state.data?.last_event === 'delivered' ? false : 500),
  });
  return (
    <>
      <ErrorPanel error={send.error} />
      <Group>
        <Button loading={send.isPending} onClick={() => send.mutate()}>
          {words.sendNow}
        </Button>
        {email !== undefined && (
          <Button
            component={Link}
            variant="subtle"
            to={`/emails/${email.id}`}
            search={searchOf({ mode: 'test' })}
          >
            {words.open}
          </Button>
        )}
      </Group>
      <div aria-live="polite">{email !== undefined && <EmailTimeline email={email} />}</div>
    </>
  );
}

/** Mints a test key and shows it once, in a request that can be copied. */
function TestKey({ from, to }: { readonly from: string; readonly to: string }) {
  const { api } = useScope();
  const create = useChange({
    run: () => unwrap(api.POST('/keys', { body: { name: words.keyName, permission: 'SEND', mode: 'test' } })),
    showsError: true,
  });
  const snippet = sendSnippet(from, to);
  return (
    <Stack gap="sm">
      <Text size="sm">{words.keyText}</Text>
      <ErrorPanel error={create.error} />
      <CodeBlock
        code={
          create.data === undefined ? snippet : `export POSTRIDER_API_KEY=${create.data.token}\n\n${snippet}`
        }
        label={words.key}
      />
      {create.data === undefined && (
        <Button
          style={{ alignSelf: 'flex-start' }}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {words.createKey}
        </Button>
      )}
    </Stack>
  );
}
