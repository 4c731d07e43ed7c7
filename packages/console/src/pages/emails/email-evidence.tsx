import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Email } from '../../api/types';
import { useRead } from '../../session/use-read';
import { deliverability } from '../../texts/deliverability';
import { evidence as words } from '../../texts/email-answer';
import { providerName } from '../../texts/mailbox-providers';
import { searchOf } from '../../ui/search-of';
import { addressOf, domainOf } from './email-acceptances';

const days = 7;
/** Figures of days: no email changes them in a minute. */
const staleMs = 300_000;
const providersMax = 3;
const findingsMax = 3;

/** How the providers that accepted the email receive mail of its domain, since the inbox itself cannot be seen. */
export function DeliveryEvidence({
  email,
  providers,
}: {
  readonly email: Email;
  readonly providers: readonly string[];
}) {
  const domain = domainOf(addressOf(email.from));
  const { data } = useRead(
    '/deliverability',
    { query: { days, domain } },
    { staleTime: staleMs, retry: false },
  );
  if (data === undefined) return null;
  const rows = data.providers.filter((row) => providers.includes(row.provider)).slice(0, providersMax);
  const findings = data.findings
    .filter(({ subject }) => subject === domain || providers.includes(subject))
    .slice(0, findingsMax);
  const google = providers.includes('google')
    ? data.google_postmaster?.domains.find((each) => each.domain === domain)
    : undefined;
  return (
    <>
      {rows.map(({ provider, recipients, delivered, complained }) => (
        <Text key={provider} size="sm">
          {words.accepted({ provider: providerName(provider), domain, recipients, delivered })}{' '}
          {words.complaints(complained, provider)}
        </Text>
      ))}
      {google?.spam_rate != null && google.day !== null && (
        <Text size="sm">{words.spamRate(google.spam_rate, google.day)}</Text>
      )}
      {findings.map(({ code, subject, evidence }) => (
        <Text key={`${code} ${subject}`} size="sm">
          <strong>{deliverability.codes[code]}</strong> ({subject}): {evidence[0]}
        </Text>
      ))}
      <Anchor component={Link} to="/deliverability" search={searchOf({ days: `${days}`, domain })} size="sm">
        {findings.length === 0 ? words.noFindings(domain) : words.more}
      </Anchor>
    </>
  );
}
