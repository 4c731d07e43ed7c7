import { redactText } from '@postrider/runtime';
import { redactJson } from './redact';

const redact = (value: unknown): unknown => JSON.parse(redactJson(value));

it('removes secrets by the name of their field, at any depth', () => {
  const value = {
    token: 'a',
    api_key: { id: 'k', token: 'b', prefix: 'pr_live_abcd' },
    hooks: [{ signing_secret: 'c', url: 'https://x.example' }],
    template: { data: { password: 'd', reset_token: ['e'], tokens: 3 } },
  };
  expect(redact(value)).toEqual({
    token: '[redacted]',
    api_key: { id: 'k', token: '[redacted]', prefix: '[redacted]' },
    hooks: [{ signing_secret: '[redacted]', url: 'https://x.example' }],
    template: { data: { password: '[redacted]', reset_token: ['[redacted]'], tokens: 3 } },
  });
});

it.each([
  ...['accessToken', 'refreshToken', 'secretKey', 'passphrase', 'otp', 'totp', 'clientSecret', 'x-api-key'],
  ...[
    'APIKey',
    'accesstoken',
    'user_pwd',
    'sessionCookie',
    'recoveryCodes',
    'id_jwt',
    'privateKey',
    'Set-Cookie',
  ],
])('removes the value of %s, whatever it is', (name) => {
  for (const value of ['a', ['a', 'b'], { value: 'a', more: [{ text: 'a', n: 1 }] }]) {
    expect(JSON.stringify(redact({ metadata: { [name]: value } }))).not.toMatch(/"[ab]"|:1\b/);
  }
});

it.each(['tokens_left', 'keyboard', 'footprint', 'secretary', 'description', 'key', 'code'])(
  'the value of %s is kept in the request log',
  (name) => {
    expect(redact({ [name]: 'a' })).toEqual({ [name]: 'a' });
  },
);

it('removes a code that is a number, and keeps counts and flags', () => {
  expect(redact({ otp: 492_039, token: 1, tokens: 3, password: true, secret: null })).toEqual({
    ...{ otp: '[redacted]', token: '[redacted]', tokens: 3, password: true, secret: null },
  });
});

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

it.each([
  [`session ${jwt}, again`, 'session [redacted], again'],
  ['eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', '[redacted]'],
  ['https://a.example/in#accessToken=abc&x=1', 'https://a.example/in#accessToken=[redacted]&x=1'],
  ['?otp=123456', '?otp=[redacted]'],
  ['key pr_live_0123abcd in a text', 'key [redacted] in a text'],
  ['https://mail.example/s/pr_share_0123abcd', 'https://mail.example/s/[redacted]'],
  ['whsec_aGVsbG8= and pr_test_00', '[redacted] and [redacted]'],
  ['Authorization: Bearer abc.def', 'Authorization: [redacted]'],
  ['https://user:hunter2@host.example/x', 'https://user:[redacted]@host.example/x'],
  ['https://a.example/reset?reset_token=abc&x=1', 'https://a.example/reset?reset_token=[redacted]&x=1'],
  ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', '[redacted]'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIE', '[redacted]'],
  ['Your order 1042: to=ada@example.com', 'Your order 1042: to=ada@example.com'],
])('removes secrets by their form: %s', (text, shown) => {
  expect(redactText(text)).toBe(shown);
  expect(redact({ text })).toEqual({ text: shown });
});

it('keeps no files, but texts of the same name', () => {
  expect(redact({ attachments: [{ filename: 'a.pdf', content: 'aGVsbG8=' }], content: 'text' })).toEqual({
    attachments: [{ filename: 'a.pdf', content: '[8 characters]' }],
    content: 'text',
  });
});

it('a redacted body is small whatever the body', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) });
  const bodies: unknown[] = [
    { html: 'x'.repeat(2_000_000) },
    Array.from({ length: 10_000 }, (_none, index) => ({ to: `${index}@example.com`, text: 'y'.repeat(500) })),
    Object.fromEntries(
      Array.from({ length: 10_000 }, (_none, index) => [`${'n'.repeat(300)}${index}`, index]),
    ),
    nested(500),
  ];
  for (const body of bodies) expect(redactJson(body).length).toBeLessThan(40_000);
  expect(redact({ html: 'x'.repeat(2_001) })).toEqual({ html: `${'x'.repeat(2_000)}[1 more characters]` });
});
