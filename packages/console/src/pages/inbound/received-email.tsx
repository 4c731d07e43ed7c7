import { Stack, Text } from '@mantine/core';
import type { InboundEmail } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { inboundTexts as words } from '../../texts/inbound';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { CodeBlock, CopyValue } from '../../ui/copy';
import { Facts } from '../../ui/panel';
import { ExactTime } from '../../ui/time';
import { toneOfCheck } from './check-tone';
import { InboundAttachments } from './inbound-attachments';
import { InboundContent } from './inbound-content';
import classes from './inbound.module.css';

interface Shown {
  readonly email: InboundEmail;
}

/** A received email: its content and files, and behind "Details" who it is from and how that was checked. */
export function ReceivedEmail({
  id,
  email: known,
}: {
  readonly id: string;
  readonly email: InboundEmail | undefined;
}) {
  const query = useRead('/inbound/{id}', { path: { id } }, { enabled: known === undefined });
  const email = known ?? query.data;
  if (email === undefined) return <PendingPage query={query} />;
  return (
    <div className={classes.entryBody}>
      <InboundContent email={email} />
      <InboundAttachments email={email} />
      <details className={classes.details}>
        <summary>{words.details}</summary>
        <Stack gap="md" mt="sm">
          <EmailFacts email={email} />
          <Authentication email={email} />
          {email.metadata !== null && Object.keys(email.metadata).length > 0 && (
            <div>
              <Text size="sm" fw={500}>
                {words.metadata}
              </Text>
              <Facts facts={Object.entries(email.metadata)} />
            </div>
          )}
          {email.headers !== null && email.headers.length > 0 && (
            <CodeBlock
              code={email.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
              wrap
              label={words.headers}
            />
          )}
        </Stack>
      </details>
    </div>
  );
}

function EmailFacts({ email }: Shown) {
  return (
    <Facts
      facts={[
        [words.facts.from, email.from],
        [words.facts.to, email.to.join(', ')],
        [words.facts.subject, email.subject],
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
    <Stack gap="xs">
      {rows.map(([name, result, text]) => (
        <div key={name}>
          <Text size="sm" fw={500} span mr="xs">
            {name}
          </Text>
          <StatusBadge status={result} tone={toneOfCheck(result)} />{' '}
          <Text size="xs" c="dimmed" span style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
