import { Anchor, Group, Input, Select, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { Domain } from '../api/types';
import { useScope } from '../session/scope';
import { fromTexts as words } from '../texts/from-field';
import { useDomainQuery } from './domain-select';
import { mailboxText, readMailbox, type Mailbox } from './mailbox';

/** Domains that may be chosen: verified ones of the bulk stream, or all verified ones. */
type FromStream = 'bulk' | 'any';

interface FromFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly stream: FromStream;
  readonly value?: string;
  /** Gets an empty text as long as the address is not complete. */
  readonly onChange?: (value: string) => void;
  readonly error?: ReactNode;
}

/** The sender of an email: a name, and an address at a domain that can send. Begins with the one that was used last. */
export function FromField({ label, description, stream, value = '', onChange, error }: FromFieldProps) {
  const [mailbox, setMailbox] = useState(() => readMailbox(value));
  const { initial, domains, isLoaded, remember } = useSenders(stream);
  const set = (changed: Mailbox) => {
    setMailbox(changed);
    const text = mailboxText(changed);
    if (text !== '') remember(text);
    onChange?.(text);
  };
  const written = mailboxText(mailbox);
  // A value from outside; what is typed here is there already.
  useEffect(() => {
    if (value !== '' && value !== written) setMailbox(readMailbox(value));
  }, [value]);
  // Fills in what is still empty: someone may be typing.
  useEffect(() => {
    if (value !== '' || initial === '' || written !== '') return;
    const first = readMailbox(initial);
    const filled = {
      name: mailbox.name || first.name,
      local: mailbox.local || first.local,
      domain: mailbox.domain || first.domain,
    };
    setMailbox(filled);
    onChange?.(mailboxText(filled));
  }, [initial]);
  const names = domains.map(({ name }) => name);
  // The domain of a draft may have failed meanwhile; the API says so.
  const shown = mailbox.domain === '' || names.includes(mailbox.domain) ? names : [...names, mailbox.domain];
  return (
    <Input.Wrapper {...{ label, description, error }} labelElement="div" role="group" aria-label={label}>
      {isLoaded && shown.length === 0 ? (
        <NoDomain stream={stream} />
      ) : (
        <Group gap={6} mt={4} wrap="wrap" align="center">
          <TextInput
            aria-label={words.name}
            placeholder={words.name}
            flex="1 1 9rem"
            maxLength={120}
            value={mailbox.name}
            onChange={(event) => set({ ...mailbox, name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={words.local}
            required
            flex="1 1 6rem"
            maxLength={64}
            value={mailbox.local}
            onChange={(event) => set({ ...mailbox, local: event.currentTarget.value.replace(/[\s@]/g, '') })}
          />
          <Text span aria-hidden>
            @
          </Text>
          <Select
            aria-label={words.domain}
            flex="2 1 10rem"
            required
            allowDeselect={false}
            searchable={shown.length > 8}
            data={shown}
            value={mailbox.domain === '' ? null : mailbox.domain}
            onChange={(domain) => set({ ...mailbox, domain: domain ?? '' })}
          />
        </Group>
      )}
    </Input.Wrapper>
  );
}

function NoDomain({ stream }: { readonly stream: FromStream }) {
  return (
    <Text size="sm" mt={4}>
      {words.noDomain[stream]}{' '}
      <Anchor component={Link} to="/domains" size="sm" underline="always">
        {words.addDomain}
      </Anchor>
      <input required aria-label={words.domain} style={invisible} tabIndex={-1} />
    </Text>
  );
}

/** Keeps the form from being sent, and points at this place when it is tried. */
const invisible = { width: 1, height: 1, border: 0, padding: 0, opacity: 0 };

/** The sender to begin with, and the domains to choose from. */
export function useSenders(stream: FromStream) {
  const { organization } = useScope();
  const query = useDomainQuery();
  const domains = (query.data ?? []).filter((domain) => isOf(stream, domain));
  const memory = `postrider-from-${organization.organization_id}-${stream}`;
  const remembered = localStorage.getItem(memory) ?? '';
  const isUsable = domains.some(({ name }) => name === readMailbox(remembered).domain);
  const [first] = domains;
  const made =
    first === undefined
      ? ''
      : mailboxText({
          name: organization.name,
          local: stream === 'bulk' ? 'news' : 'hello',
          domain: first.name,
        });
  return {
    domains,
    isLoaded: query.isSuccess,
    initial: isUsable ? remembered : made,
    remember: (text: string) => localStorage.setItem(memory, text),
  };
}

function isOf(stream: FromStream, domain: Domain): boolean {
  return domain.status === 'verified' && (stream === 'any' || domain.stream === 'bulk');
}
