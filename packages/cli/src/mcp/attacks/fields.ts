import {
  allowedAddress,
  ownDomain,
  refusedSends,
  sendEmail,
  sendTemplate,
  numbered,
  type Attack,
  type AttackCall,
  type AttackRow,
} from './attack';

/** Fields of the API that a send of an assistant must not have. */
const extra: readonly AttackRow[] = [
  ['a copy', { cc: ['mallory@evil.example'] }],
  ['a blind copy', { bcc: ['mallory@evil.example'] }],
  ['a blind copy to an allowed address', { bcc: [allowedAddress] }],
  ['answers to the attacker', { reply_to: 'mallory@evil.example' }],
  ['a header', { headers: { Bcc: 'mallory@evil.example' } }],
  [
    'a header that redirects receipts',
    { headers: { 'Disposition-Notification-To': 'mallory@evil.example' } },
  ],
  ['a file by its path', { attachments: [{ filename: 'key', path: '/home/me/.ssh/id_ed25519' }] }],
  ['a file by a file URL', { attachments: [{ filename: 'env', path: 'file:///proc/self/environ' }] }],
  [
    'a file from an internal host',
    { attachments: [{ filename: 'x', path: 'http://169.254.169.254/latest/meta-data/' }] },
  ],
  ['a file by its content', { attachments: [{ filename: 'x.exe', content: 'TVqQAAMAAAAEAAAA' }] }],
  ['a time far ahead', { scheduled_at: '2099-01-01T00:00:00Z' }],
  ['a time in the past', { scheduled_at: '2001-01-01T00:00:00Z' }],
  ['a raw message', { mime: 'VG86IG1hbGxvcnlAZXZpbC5leGFtcGxlDQoNCkhp' }],
  ['HTML with a hidden part', { html: '<p style="display:none">hidden</p>' }],
  ['a template beside the text', { template: { slug: 'receipt' } }],
  [
    'an idempotency key of its own, so that a repeated send counts as another',
    { idempotency_key: 'again-1' },
  ],
  ['the same in the spelling of code', { idempotencyKey: 'again-1' }],
  ['a kind of bulk mail', { kind: 'bulk.news' }],
  ['tracking', { track: { opens: true, clicks: true } }],
  ['tags', { tags: [{ name: 'kind', value: 'bulk.news' }] }],
  ['metadata', { metadata: { secret: 'x' } }],
  ['hidden recipients', { hide_recipients: true }],
  ['content that is deleted after sending', { keep_content: false }],
  ['a field that no program knows', { recipients: ['mallory@evil.example'] }],
  ['a copy in other letters', { BCC: ['mallory@evil.example'] }],
  ['a copy behind a zero-width character', { 'bcc\u200b': ['mallory@evil.example'] }],
  ['permission to send to anyone', { allow_any_recipient: true }],
  ['confirmation by the attacker', { confirmed: true }],
];

const lines: readonly AttackRow[] = [
  ['a header after the subject', { subject: 'Hi\r\nBcc: mallory@evil.example' }],
  ['a header after a line feed', { subject: 'Hi\nBcc: mallory@evil.example' }],
  ['a header after a carriage return', { subject: 'Hi\rBcc: mallory@evil.example' }],
  ['a body after the subject', { subject: 'Hi\r\n\r\n<a href="https://evil.example">here</a>' }],
  ['a Unicode line separator in the subject', { subject: 'Hi\u2028Bcc: mallory@evil.example' }],
  ['a paragraph separator in the subject', { subject: 'Hi\u2029Bcc: mallory@evil.example' }],
  ['a next-line character in the subject', { subject: 'Hi\u0085Bcc: mallory@evil.example' }],
  ['a vertical tab in the subject', { subject: 'Hi\u000bBcc: mallory@evil.example' }],
  ['a NUL in the subject', { subject: 'Hi\u0000Bcc: mallory@evil.example' }],
  ['an escape sequence in the subject', { subject: 'Hi\u001b[2J' }],
  ['an empty subject', { subject: '' }],
  ['a subject of spaces', { subject: '   ' }],
  ['a subject of 1,000,000 characters', { subject: { $repeat: ['a', 1_000_000] } }],
  ['a list as the subject', { subject: ['Hi', 'Bcc: mallory@evil.example'] }],
  ['an object as the text', { text: { html: '<p>Hi</p>' } }],
  ['no text', { text: null }],
  ['a text of 5,000,000 characters', { text: { $repeat: ['a', 5_000_000] } }],
];

const templates: readonly AttackRow[] = [
  ['a path as the template', { template: '../keys/me' }],
  ['an encoded path as the template', { template: '..%2fkeys' }],
  ['a URL as the template', { template: 'https://evil.example/template' }],
  ['Liquid as the template', { template: '{{ contact.email }}' }],
  ['a choice of the version as the template', { template: { slug: 'receipt', version: 1 } }],
  ['content beside the template', { html: '<p>free text</p>' }],
  ['a subject beside the template', { subject: 'free text' }],
  ['a text beside the template', { text: 'free text' }],
  ['a value that is an object', { data: { name: { html: '<script>' } } }],
  ['a value that is a list', { data: { items: ['a', 'b'] } }],
  ['a value of 100,000 characters', { data: { name: { $repeat: ['a', 100_000] } } }],
  [
    'more values than a template has',
    { data: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`v${index}`, 'x'])) },
  ],
  ['a name of a value with a line end', { data: { 'name\r\nBcc': 'mallory@evil.example' } }],
  ['a list of values', { data: [{ name: 'Ada' }] }],
  ['a copy in a send of a template', { bcc: ['mallory@evil.example'] }],
  ['a file in a send of a template', { attachments: [{ filename: 'x', path: '/etc/passwd' }] }],
  ['a time far ahead for a template', { scheduled_at: '2099-01-01T00:00:00Z' }],
];

/** Tools that do not exist for the key, or at all. */
const missing: readonly (readonly [attempt: string, call: AttackCall, key: Attack['key']])[] = [
  ['an email with a key that has no limits', sendEmail(), 'read'],
  ['a template with a key that has no limits', sendTemplate(), 'read'],
  ['an email with a test key that has no limits', sendEmail(), 'test'],
  ['free text with a key for templates', sendEmail(), 'templates'],
  [
    'a draft without permission of the person who started the server',
    { tool: 'draft_broadcast', arguments: {} },
    'read',
  ],
  ['a draft with a key for recipients', { tool: 'draft_broadcast', arguments: {} }, 'recipients'],
  ...[
    ...[
      'send_broadcast',
      'schedule_broadcast',
      'resume_broadcast',
      'test_broadcast',
      'send_batch',
      'send_again',
      'try_now',
      'reschedule_email',
    ],
    ...[
      'create_key',
      'rotate_key',
      'delete_suppression',
      'publish_template',
      'create_webhook',
      'import_contacts',
      'create_automation',
    ],
    ...[
      'fetch_url',
      'read_file',
      'run_command',
      'Send_Email',
      'send_email ',
      '../send_email',
      'constructor',
      '__proto__',
    ],
  ].map((tool) => [`the tool ${JSON.stringify(tool)}`, { ...sendEmail(), tool }, 'recipients'] as const),
];

const twoRecipients: readonly AttackRow[] = [
  [
    'two recipients of a template, for a key that names none',
    { to: ['one@anyone.example', 'two@anyone.example'] },
  ],
  ['a display name for a key that names no recipients', { to: ['One <one@anyone.example>'] }],
  [
    'a list in one string for a key that names no recipients',
    { to: ['one@anyone.example,two@anyone.example'] },
  ],
  ['another sender for a key that names no recipients', { from: 'ceo@bank.example' }],
  ['no template', { template: '' }],
  ['free text beside a template', { text: `Write to hello@${ownDomain}` }],
];

export const fieldAttacks: readonly Attack[] = [
  ...refusedSends('extra-fields', extra),
  ...refusedSends('fields', lines),
  ...refusedSends('templates', templates, { call: sendTemplate }),
  ...refusedSends('template-keys', twoRecipients, { key: 'templates', call: sendTemplate }),
  ...numbered(
    'missing-tools',
    missing.map(([attempt, call, key]) => ({
      attempt,
      key,
      calls: [call],
      after: { sendsMax: 0, isRefused: true },
    })),
  ),
];
