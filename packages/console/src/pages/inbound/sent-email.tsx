import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { inboundTexts as words } from '../../texts/inbound';
import { Facts } from '../../ui/panel';
import { EmailPreview } from '../emails/email-preview';
import classes from './inbound.module.css';

/** An email that was sent, as far as retention keeps it. */
export function SentEmail({ id }: { readonly id: string }) {
  const query = useRead('/emails/{id}', { path: { id } });
  const { data: email } = query;
  if (email === undefined) return <PendingPage query={query} />;
  const { from, to, cc, subject, text, html } = email;
  return (
    <div className={classes.entryBody}>
      <Facts
        facts={[
          [words.facts.from, from],
          [words.facts.to, [...to, ...cc].join(', ')],
          [words.facts.subject, subject],
        ]}
      />
      {text !== null ? (
        <div className={classes.text}>{text}</div>
      ) : html !== null ? (
        <EmailPreview html={html} showsImages />
      ) : (
        <Text size="sm" c="dimmed">
          {words.notKept}
        </Text>
      )}
      <Anchor component={Link} to={`/emails/${id}`} size="sm">
        {words.openEmail}
      </Anchor>
    </div>
  );
}
