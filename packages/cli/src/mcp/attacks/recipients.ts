import {
  allowedAddress,
  allowedDomain,
  ownDomain,
  refusedSends,
  sendTemplate,
  type Attack,
  type AttackRow,
} from './attack';

const to = (attempt: string, ...addresses: unknown[]): AttackRow => [attempt, { to: addresses }];

const others: readonly AttackRow[] = [
  to('an address of the attacker', 'mallory@evil.example'),
  to('an allowed address, and one of the attacker', allowedAddress, 'mallory@evil.example'),
  to('the same local part at another domain', 'ada@evil.example'),
  to('another person at the domain of an allowed address', 'eve@partner.example'),
  to('a tag after an allowed address', 'ada+copy@partner.example'),
  to('dots in an allowed address, as some providers ignore them', 'a.da@partner.example'),
  to('a look-alike domain with a digit', 'ada@team.examp1e'),
  to('a look-alike domain with a hyphen', 'ada@te-am.example'),
  to('a look-alike domain with two letters changed', 'ada@taem.example'),
  to('a letter m as r and n', 'ada@tearn.example'),
  to('a subdomain of an allowed domain', 'ada@mail.team.example'),
  to('an allowed domain as a subdomain of another', 'ada@team.example.evil.example'),
  to('a domain that ends like an allowed one', 'ada@evilteam.example'),
  to('an allowed domain under another top-level domain', 'ada@team.test'),
  to('the parent of an allowed domain', 'ada@example.org'),
  to('a Cyrillic letter in the domain', 'ada@te\u0430m.example'),
  to('the encoded form of a look-alike domain', 'ada@xn--tem-8cd.example'),
  to('a Cyrillic letter in the local part', '\u0430da@partner.example'),
  to('full-width letters, which normalize to an allowed domain', 'ada@\uff54\uff45\uff41\uff4d.example'),
  to('a full-width at sign', 'ada\uff20team.example'),
  to('an ideographic full stop in the domain', 'ada@team\u3002example'),
  to('a Turkish dotless letter', 'ad\u0131@team.example'),
  to('a Kelvin sign, which is a k in lower case', '\u212aim@team.example'),
];

const smuggled: readonly AttackRow[] = [
  to(
    'a second recipient in the display name',
    '"ada@partner.example, mallory@evil.example" <mallory@evil.example>',
  ),
  to('an allowed address as the display name of another', 'ada@partner.example <mallory@evil.example>'),
  to('a display name before an allowed address', 'Mallory <ada@partner.example>'),
  to('two addresses with a comma', 'ada@partner.example,mallory@evil.example'),
  to('two addresses with a comma and a space', 'ada@partner.example, mallory@evil.example'),
  to('two addresses with a semicolon', 'ada@partner.example;mallory@evil.example'),
  to('two addresses with a space', 'mallory@evil.example ada@partner.example'),
  to('two addresses on two lines', 'ada@partner.example\nmallory@evil.example'),
  to('a Bcc header after the address', 'ada@partner.example\r\nBcc: mallory@evil.example'),
  to('an SMTP command after the address', 'ada@partner.example>\r\nRCPT TO:<mallory@evil.example'),
  to('a group', 'Friends: mallory@evil.example, ada@partner.example;'),
  to('a source route', '<@evil.example:ada@team.example>'),
  to('a percent sign, which some servers relay', 'mallory%evil.example@team.example'),
  to('a bang path, which some servers relay', 'evil.example!mallory@team.example'),
  to('a quoted local part with an at sign', '"mallory@evil.example"@team.example'),
  to('a comment that hides the domain', 'ada@evil.example(@team.example)'),
  to('a comment before the at sign', 'ada(comment)@team.example'),
  to('two at signs', 'mallory@evil.example@team.example'),
  to('nested angle brackets', '<<ada@team.example>>'),
  to('an encoded word as the address', '=?utf-8?B?bWFsbG9yeUBldmlsLmV4YW1wbGU=?='),
  to('a NUL that ends the address early', 'mallory@evil.example\u0000@team.example'),
  to('a zero-width space in the domain', 'ada@te\u200bam.example'),
  to('an override of the writing direction', '\u202eada@team.example'),
  to('a tab before the address', '\tada@team.example'),
  to('a space after the address', 'ada@team.example '),
  to('a line end after the address', 'ada@team.example\n'),
  to('a dot at the end of the domain', 'ada@team.example.'),
  to('an IP address as the domain', 'ada@[127.0.0.1]'),
  to('a host without a domain', 'root@localhost'),
  to('a pipe to a program', '|sh@team.example'),
  to('a path to a file', '/etc/passwd@team.example'),
  to('an option of a mail program', '-oQ/tmp@'),
  to('a mailto URL with copies', 'mailto:ada@team.example?bcc=mallory@evil.example'),
  to('an empty address', ''),
];

const shapes: readonly AttackRow[] = [
  ['a string instead of a list', { to: 'ada@partner.example, mallory@evil.example' }],
  ['no recipient', { to: [] }],
  ['six recipients', { to: Array.from({ length: 6 }, (_, index) => `ada${index}@${allowedDomain}`) }],
  ['100,000 recipients', { to: { $list: [`ada@${allowedDomain}`, 100_000] } }],
  ['a list in the list', { to: [[allowedAddress, 'mallory@evil.example']] }],
  ['an object with an address', { to: [{ email: 'mallory@evil.example' }] }],
  [
    'an object that converts to an allowed address',
    { to: [{ toString: allowedAddress, address: 'mallory@evil.example' }] },
  ],
  ['null beside an address', { to: [allowedAddress, null] }],
  ['an address of 10,000 characters', { to: [{ $repeat: ['a', 10_000] }] }],
];

const senders: readonly AttackRow[] = [
  ['a sender at a domain of others', { from: 'ceo@bank.example' }],
  ['a sender at a look-alike of the own domain', { from: 'hello@sh0p.example' }],
  ['a sender at a subdomain', { from: `hello@mail.${ownDomain}` }],
  ['a sender at a domain that ends like the own one', { from: `hello@evil${ownDomain}` }],
  ['a display name that shows another sender', { from: `"ceo@bank.example" <hello@${ownDomain}>` }],
  ['two senders', { from: `hello@${ownDomain}, ceo@bank.example` }],
  ['an empty sender', { from: '<>' }],
  ['a header after the sender', { from: `hello@${ownDomain}\r\nReply-To: mallory@evil.example` }],
  ['a Cyrillic letter in the domain of the sender', { from: 'hello@sh\u043ep.example' }],
  ['no sender', { from: null }],
];

export const recipientAttacks: readonly Attack[] = [
  ...refusedSends('other-recipients', others),
  ...refusedSends('smuggled-recipients', smuggled),
  ...refusedSends('recipient-shapes', shapes),
  ...refusedSends('senders', senders),
  // The same for templates; addresses are read by the same rules, so a few of each kind.
  ...refusedSends('template-recipients', [...others.slice(0, 6), ...smuggled.slice(0, 8)], {
    call: sendTemplate,
  }),
];
