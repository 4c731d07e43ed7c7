import { isMailboxProvider, mailboxProvider } from './mailbox-provider';
import { siteLimits } from './site-limits';

it.each([
  ['gmail.com', undefined, 'google'],
  ['Hotmail.co.uk', undefined, 'microsoft'],
  ['yahoo.com.br', undefined, 'yahoo'],
  ['web.de', undefined, 'gmx'],
  ['acme.example', 'aspmx.l.google.com', 'google'],
  ['acme.example', 'acme-example.mail.protection.outlook.com.', 'microsoft'],
  ['acme.example', 'mta5.am0.yahoodns.net', 'yahoo'],
  ['acme.example', 'MX01.mail.icloud.com', 'apple'],
  ['acme.example', 'mx1.mail.hoster.co.uk', 'hoster.co.uk'],
  ['mail.acme.co.uk', undefined, 'acme.co.uk'],
  ['notgoogle.com', 'mx.notgoogle.com', 'notgoogle.com'],
  ['constructor.org', 'constructor', 'constructor'],
])('the mailbox provider of %s behind %s is %s', (domain, mxHost, provider) => {
  expect(mailboxProvider(domain, mxHost)).toBe(provider);
});

it('knows providers by name, and no domain that hosts its own mail', () => {
  const domains = ['outlook.com', 'yahoo.fr', 'gmail.com', 'acme.example', 'constructor'];
  expect(domains.map((domain) => isMailboxProvider(mailboxProvider(domain)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(isMailboxProvider(mailboxProvider('acme.example', 'mx1.pphosted.com'))).toBe(true);
});

it('uses a known site as its provider allows and any other with the defaults', () => {
  expect(siteLimits('google')).toMatchObject({ connectionsMax: 5, messagesPerConnectionMax: 50 });
  expect(siteLimits('apple').messagesPerConnectionMax).toBe(5);
  expect(siteLimits('gmx')).toMatchObject({ connectionsMax: 4, messagesPerConnectionMax: 20 });
  const defaults = {
    connectionsMax: 10,
    messagesPerConnectionMax: 100,
    messagesPerSecondMax: 100,
    idleTimeoutMs: 60_000,
  };
  expect([siteLimits('acme.example'), siteLimits('toString')]).toEqual([defaults, defaults]);
});
