import { mailboxText, readMailbox } from './mailbox';

it.each([
  ['news@acme.example', { name: '', local: 'news', domain: 'acme.example' }],
  ['Acme News <news@acme.example>', { name: 'Acme News', local: 'news', domain: 'acme.example' }],
  ['"Acme, Inc." <hi@acme.example>', { name: 'Acme, Inc.', local: 'hi', domain: 'acme.example' }],
  ['"The \\"best\\" \\\\" <hi@acme.example>', { name: 'The "best" \\', local: 'hi', domain: 'acme.example' }],
])('reads and writes %s', (text, mailbox) => {
  expect(readMailbox(text)).toEqual(mailbox);
  expect(mailboxText(mailbox)).toBe(text);
});

it('a mailbox is empty as long as it has no address', () => {
  expect(mailboxText({ name: 'Acme', local: '', domain: 'acme.example' })).toBe('');
  expect(mailboxText({ name: 'Acme', local: 'news', domain: '' })).toBe('');
  expect(readMailbox('')).toEqual({ name: '', local: '', domain: '' });
});
