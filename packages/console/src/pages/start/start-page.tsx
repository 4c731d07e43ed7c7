import {
  Alert,
  Autocomplete,
  Button,
  Group,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useHasRole, useScope } from '../../session/scope';
import { start as words } from '../../texts/start';
import { texts } from '../../texts/texts';
import { CodeBlock } from '../../ui/copy';
import { curlOf } from '../../ui/curl';
import { useDomainQuery, useDomains } from '../../ui/domain-select';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { EmailTimeline } from '../emails/email-timeline';
import { sendRequest } from '../emails/send-request';
import { Checklist, NewsletterChecklist } from './checklist';
import { useFirstEmail, useTestKey, type FirstEmail } from './use-first-email';
import classes from './start.module.css';

/** From nothing to an email on the screen: everything in test mode, so nothing is delivered. */
export function StartPage() {
  const { data, isPending, error, refetch } = useDomainQuery();
  return (
    <>
      <PageHeader title={texts.navigation.pages.start} description={words.description} />
      {isPending && <Skeleton height={320} radius="md" aria-busy="true" aria-label={texts.common.loading} />}
      {data === undefined ? <ErrorPanel error={error} retry={() => void refetch()} /> : <FirstSteps />}
    </>
  );
}

/** Rendered once the domains are known: otherwise a guessed one would be added beside them. */
function FirstSteps() {
  const { session } = useScope();
  const domains = useDomains();
  const { send, email } = useFirstEmail();
  const key = useTestKey();
  const verified = domains.filter(({ status }) => status === 'verified');
  const known = verified.find(({ stream }) => stream === 'transactional') ?? verified[0] ?? domains[0];
  const [typed, setTyped] = useState<Partial<FirstEmail>>({});
  const { domain = known?.name ?? suggestedDomain(session.user.email), to = session.user.email } = typed;
  const isPending = verified.every(({ name }) => name !== domain);
  return (
    <div className={classes.columns}>
      <Stack>
        <Panel title={words.send}>
          <SendForm
            {...{ domain, to, isSending: send.isPending, isSent: email !== undefined }}
            change={(values) => setTyped({ ...typed, ...values })}
            send={() => send.mutate({ domain, to })}
          />
          <ErrorPanel error={send.error} />
          <div aria-live="polite">
            {email !== undefined && (
              <div className={classes.sent}>
                <EmailTimeline email={email} />
                <Button
                  component={Link}
                  variant="default"
                  to={`/emails/${email.id}`}
                  search={searchOf({ mode: 'test' })}
                >
                  {words.open}
                </Button>
              </div>
            )}
          </div>
        </Panel>
        <Panel title={words.key}>
          <Request {...{ domain, to, isPending }} apiKey={key} />
        </Panel>
      </Stack>
      <Stack>
        <Checklist hasSent={email !== undefined} />
        <NewsletterChecklist />
      </Stack>
    </div>
  );
}

/** A guess that people change: mail of its own subdomain keeps the reputation of the main domain. */
function suggestedDomain(email: string): string {
  return `mail.${email.split('@').at(-1) ?? 'example.com'}`;
}

function SendForm({
  domain,
  to,
  isSending,
  isSent,
  change,
  send,
}: FirstEmail & {
  readonly isSending: boolean;
  readonly isSent: boolean;
  readonly change: (values: Partial<FirstEmail>) => void;
  readonly send: () => void;
}) {
  const domains = useDomains();
  const isAdmin = useHasRole('admin');
  const canSend = useHasRole('member') && (isAdmin || domains.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  if (!canSend)
    return (
      <Text size="sm" c="dimmed">
        {words.noDomain}
      </Text>
    );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" align="flex-start">
        <SimpleGrid cols={{ base: 1, xs: 2 }} w="100%">
          <Autocomplete
            label={domains.length === 0 ? words.domain : words.from}
            description={domains.length === 0 ? words.domainHint : undefined}
            inputWrapperOrder={['label', 'input', 'description']}
            required
            data={domains.map(({ name }) => name)}
            value={domain}
            onChange={(value) => change({ domain: value })}
          />
          <TextInput
            type="email"
            label={words.to}
            required
            value={to}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
        </SimpleGrid>
        <Button type="submit" loading={isSending}>
          {isSent ? words.again : words.sendNow}
        </Button>
      </Stack>
    </form>
  );
}

/** The same request for a program, with a test key that is made when it is asked for, and shown once. */
function Request({
  domain,
  to,
  isPending,
  apiKey,
}: FirstEmail & { readonly isPending: boolean; readonly apiKey: ReturnType<typeof useTestKey> }) {
  const canCreate = useHasRole('member');
  const token = apiKey.data?.token;
  const snippet = curlOf(sendRequest(`Postrider <hello@${domain}>`, to));
  return (
    <Stack gap="sm">
      <Text size="sm">
        {words.keyText} {token !== undefined && words.keyNew}
      </Text>
      {isPending && (
        <Alert variant="light" color="gray" py="xs">
          {words.keyPending(domain)}
        </Alert>
      )}
      <ErrorPanel error={apiKey.error} />
      <CodeBlock
        code={token === undefined ? snippet : `export POSTRIDER_API_KEY=${token}\n\n${snippet}`}
        label={words.key}
      />
      {token === undefined && canCreate && (
        <Group>
          <Button variant="default" loading={apiKey.isPending} onClick={() => apiKey.mutate()}>
            {words.createKey}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
