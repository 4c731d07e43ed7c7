import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { InboundEmail } from '../../api/types';
import { useRead } from '../../session/use-read';
import { inboundTexts as words } from '../../texts/inbound';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { Facts, Panel } from '../../ui/panel';
import { PendingPage } from '../../shell/pending-page';
import { ExactTime } from '../../ui/time';
import { usePathId } from '../../ui/use-path-id';
import { toneOfCheck } from './check-tone';
import { InboundAttachments } from './inbound-attachments';
import { InboundContent } from './inbound-content';
import classes from './inbound.module.css';

export function InboundEmailPage() {
  const id = usePathId();
  const query = useRead('/inbound/{id}', { path: { id } });
  const { data: email } = query;
  if (email === undefined) return <PendingPage query={query} />;
  return (
    <>
      <PageHeader
        parent={{ to: '/inbound', label: words.title }}
        title={email.subject === '' ? words.noSubject : email.subject}
        description={email.automatic ? words.automatic : <CopyValue value={email.id} />}
        curl={{ path: `/inbound/${id}`, docs: 'inbound#readInbound' }}
      />
      <div className={classes.columns}>
        <Stack>
          <Panel title={words.details}>
            <EmailFacts email={email} />
          </Panel>
          <InboundContent email={email} />
          <InboundAttachments email={email} />
        </Stack>
        <Stack>
          <Authentication email={email} />
          <Thread email={email} />
        </Stack>
      </div>
    </>
  );
}

interface Shown {
  readonly email: InboundEmail;
}

function EmailFacts({ email }: Shown) {
  return (
    <Facts
      facts={[
        [words.facts.from, email.from],
        [words.facts.to, email.to.join(', ')],
        [words.facts.receivedFor, email.received_for.join(', ')],
        [words.facts.rule, words.rules[email.rule]],
        [words.facts.received, <ExactTime key="received" at={email.received_at} />],
        [
          words.facts.messageId,
          email.message_id === null ? (
            texts.common.none
          ) : (
            <CopyValue key="message-id" value={email.message_id} />
          ),
        ],
      ]}
    />
  );
}

function Authentication({ email: { authentication } }: Shown) {
  const { spf, dkim, dmarc } = authentication;
  const signatures = dkim.signatures.map(({ domain, selector }) => words.signature(domain, selector));
  const dmarcTexts = [dmarc.domain, dmarc.policy !== undefined && words.policy(dmarc.policy)].filter(Boolean);
  const rows = [
    [words.spf, spf.result, spf.domain ?? ''],
    [words.dkim, dkim.result, signatures.length === 0 ? words.noSignature : signatures.join('; ')],
    [words.dmarc, dmarc.result, dmarcTexts.join(', ')],
  ] as const;
  return (
    <Panel title={words.authentication}>
      <Stack gap="sm">
        {rows.map(([name, result, text]) => (
          <div key={name}>
            <Text size="sm" fw={500} span mr="xs">
              {name}
            </Text>
            <StatusBadge status={result} tone={toneOfCheck(result)} />
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}

/** The email that was answered, and all answers to it, oldest first. */
function Thread({ email: { id, email_id: answered } }: Shown) {
  const { data } = useRead(
    '/inbound',
    { query: { email_id: answered ?? '', limit: 50 } },
    { enabled: answered !== null },
  );
  if (answered === null)
    return (
      <Panel title={words.thread}>
        <Text size="sm" c="dimmed">
          {words.noThread}
        </Text>
      </Panel>
    );
  return (
    <Panel title={words.thread}>
      <Stack gap="sm" component="ol" className={classes.thread}>
        <li>
          <Link to="/emails/$id" params={{ id: answered }}>
            {words.answered}
          </Link>
        </li>
        {data?.data.toReversed().map((reply) => (
          <li key={reply.id}>
            {reply.id === id ? (
              words.thisEmail
            ) : (
              <Link to="/inbound/$id" params={{ id: reply.id }}>
                {words.reply}
              </Link>
            )}
            <Text size="xs" c="dimmed">
              {reply.from} · <ExactTime at={reply.received_at} />
            </Text>
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
