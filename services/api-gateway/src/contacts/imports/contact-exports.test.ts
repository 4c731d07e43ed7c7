import { readColumnMapping } from './column-mapping';
import {
  contactFileOf as fileOf,
  outcomesOfContacts as outcomes,
  readContactFile as read,
} from '../../../test/contact-file';

const [subscribed, unsubscribed] = ['SUBSCRIBED', 'UNSUBSCRIBED'];
const [bounced, complained, unconfirmed] = ['hard_bounce', 'complaint', 'not_a_subscriber'];

const exportsOfServices: [string, string[], string[]][] = [
  [
    'mailchimp',
    fileOf('Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID,EUID,TAGS', [
      'Ada,2,2020-01-01 10:00:00,2020-01-01 10:01:00,1,x,"""News"",""VIP"""',
    ]),
    [subscribed],
  ],
  [
    'mailchimp',
    fileOf('Email Address,MEMBER_RATING,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON,LEID', [
      '2,2021-05-04 08:30:00,May,NORMAL (no reason given),1',
    ]),
    [unsubscribed],
  ],
  [
    'mailchimp',
    fileOf('Email Address,MEMBER_RATING,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,LEID', [
      '2,2021-05-04 08:30:00,May,1',
    ]),
    [bounced],
  ],
  [
    'listmonk',
    fileOf('email,uuid,name,attributes,status,created_at', [
      '1,Ada,"{""city"": ""Rome""}",enabled,x',
      '2,Ada,{},disabled,x',
      '3,Ada,{},blocklisted,x',
    ]),
    [subscribed, unsubscribed, unsubscribed],
  ],
  [
    'kit',
    fileOf('Email Address,Subscriber Status', [
      ...['Confirmed', 'Cancelled', 'Bounced', 'Complained', 'Unconfirmed', 'Cold', 'active'],
    ]),
    [subscribed, unsubscribed, bounced, complained, unconfirmed, subscribed, subscribed],
  ],
  [
    'brevo',
    fileOf(
      'EMAIL;FIRSTNAME;EMAIL_BLACKLISTED;SMS_BLACKLISTED',
      ['Ada;false;true', 'Ada;true;false', 'A;;'],
      ';',
    ),
    [subscribed, unsubscribed, subscribed],
  ],
  [
    'mailerlite',
    fileOf('Subscriber,Status,Subscribed,Unsubscribed', [
      'active,2020-01-01 10:00:00,',
      'unsubscribed,2020-01-01 10:00:00,2021-01-01 10:00:00',
      ...['bounced,2020-01-01 10:00:00,', 'junk,,', 'unconfirmed,,'],
    ]),
    [subscribed, unsubscribed, bounced, complained, unconfirmed],
  ],
  [
    'klaviyo',
    fileOf('Email,Email Marketing Consent,Email Suppressions', [
      'SUBSCRIBED,[]',
      'NEVER_SUBSCRIBED,',
      'UNSUBSCRIBED,"[""UNSUBSCRIBE""]"',
      'SUBSCRIBED,"[""HARD_BOUNCE""]"',
      'SUBSCRIBED,"[""SPAM_COMPLAINT"", ""UNSUBSCRIBE""]"',
      'SUBSCRIBED,USER_SUPPRESSED',
    ]),
    [subscribed, unconfirmed, unsubscribed, bounced, complained, unsubscribed],
  ],
  [
    'activecampaign',
    fileOf('Email,Contact ID,Status,List Name', [
      ...['1,Active,News', '2,Unsubscribed,News', '3,Bounced,News', '4,Unconfirmed,News'],
    ]),
    [subscribed, unsubscribed, bounced, unconfirmed],
  ],
  [
    'constantcontact',
    fileOf('Email address,Email status,Email permission status,Email Opt-out Date', [
      ...['Active,Express,', 'Unsubscribed,Express,2021-05-04', 'Awaiting Confirmation,,'],
      ...['No Permissions Set,,', 'Active,Implied,'],
    ]),
    [subscribed, unsubscribed, unconfirmed, unconfirmed, subscribed],
  ],
  [
    'campaignmonitor',
    fileOf('Email Address,Name,State,Date', [
      ...['Ada,Active,2021-05-04', 'Ada,Unsubscribed,2021-05-04', 'Ada,Bounced,x', 'Ada,Spam,x'],
      ...['Ada,Suppressed,x', 'Ada,Unconfirmed,x', 'Ada,Deleted,x'],
    ]),
    [subscribed, unsubscribed, bounced, complained, unsubscribed, unconfirmed, unconfirmed],
  ],
  [
    'beehiiv',
    fileOf('email,status,subscription_tier', [
      ...['active,free', 'inactive,free', 'pending,free', 'needs_approval,free', 'invalid,free'],
    ]),
    [subscribed, unsubscribed, unconfirmed, unconfirmed, bounced],
  ],
  [
    'substack',
    fileOf('email,active_subscription,expiry,email_disabled', ['false,,false', 'true,2027-01-01,true']),
    [subscribed, unsubscribed],
  ],
  [
    'hubspot',
    fileOf('Email,Unsubscribed from all email,Email hard bounce reason,Opted out of email: News', [
      ...['false,,', 'true,,', 'false,UNKNOWN_USER,', 'false,,true'],
    ]),
    [subscribed, unsubscribed, bounced, unsubscribed],
  ],
  [
    'hubspot',
    fileOf('Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report,Global Bounce', [
      ...['TRUE,FALSE,FALSE,FALSE', 'FALSE,TRUE,FALSE,FALSE', 'FALSE,TRUE,TRUE,FALSE'],
    ]),
    [bounced, unsubscribed, complained],
  ],
  ['resend', fileOf('email,unsubscribed', ['false', 'true']), [subscribed, unsubscribed]],
];

describe('an export', () => {
  it.each(exportsOfServices)('of %s subscribes no contact that left', async (format, file, expected) => {
    expect(await outcomes(file)).toEqual([format, expected]);
  });

  it.each([
    ['opted_out', ['yes', 'no', '']],
    ['unsubscribed_at', ['2024-05-04T10:00:00Z', '0000-00-00 00:00:00', '']],
    ['do_not_email', ['1', '0', '']],
    ['Has Opted Out Of Email', ['TRUE', 'FALSE', '']],
    ['accepts_marketing', ['no', 'yes', '']],
    ['subscribed', ['false', '2020-05-04', 'true']],
  ])('with the column %s leaves out who left', async (column, values) => {
    expect(await outcomes(fileOf(`email,${column}`, values))).toEqual([
      expect.any(String),
      [unsubscribed, subscribed, subscribed],
    ]);
  });

  it('refuses rows whose status is not known, and says which', async () => {
    const { taken, refused } = await read(fileOf('email,Status', ['Gold', 'active', 'paused']));
    expect(taken).toHaveLength(1);
    expect(refused).toMatchObject([
      { row: 1, code: 'unknown_status', reason: expect.stringContaining('(Status: Gold)') as string },
      { row: 3, code: 'unknown_status' },
    ]);
  });

  it('heeds a stop beside a status that is not known', async () => {
    expect((await outcomes(fileOf('email,status,opted_out', ['gold,yes', 'gold,no'])))[1]).toEqual([
      unsubscribed,
      'unknown_status',
    ]);
  });

  it('keeps status and time as proof', async () => {
    const { taken } = await read(
      fileOf('email,status,unsubscribed_at,confirm_time,confirm_ip', [
        'unsubscribed,2021-05-04 08:30:00,2020-01-01 10:00:00,192.0.2.1',
        'subscribed,,2020-01-01 10:00:00,192.0.2.1',
        'bounced,,,',
      ]),
    );
    expect(taken).toMatchObject([
      { proof: { source: 'status: unsubscribed', at: '2021-05-04T08:30:00.000Z', ipAddress: null } },
      { proof: { source: null, at: '2020-01-01T10:00:00.000Z', ipAddress: '192.0.2.1' } },
      { suppression: { reason: 'hard_bounce', at: null } },
    ]);
  });
});

it('a property that cannot be stored refuses who subscribed, and not who left', async () => {
  const long = 'x'.repeat(2_001);
  const { taken, refused } = await read(
    fileOf('email,status,note', [`active,${long}`, `unsubscribed,${long}`]),
  );
  expect(refused).toMatchObject([{ row: 1, code: 'invalid_property' }]);
  expect(taken).toMatchObject([{ row: 2, wish: { status: 'UNSUBSCRIBED' } }]);
});

describe('columns', () => {
  const propertiesOf = async (file: string | Buffer | readonly string[], columns?: object) =>
    (await read(file, columns)).taken.map((line) => 'wish' in line && line.wish.properties);

  it('with tags are lists, and with attributes as many properties', async () => {
    expect(await propertiesOf(fileOf('email,TAGS', ['"""News"",""VIP, gold"""', '"News, VIP"', '']))).toEqual(
      [{ TAGS: ['News', 'VIP, gold'] }, { TAGS: ['News', 'VIP'] }, {}],
    );
    const attributes =
      '"{""city"": ""Rome"", ""orders"": 3, ""vip"": true, ""likes"": [""a""], ""x"": {""y"": 1}}"';
    expect(await propertiesOf(fileOf('email,attributes', [attributes, 'none']))).toEqual([
      { city: 'Rome', orders: 3, vip: true, likes: ['a'], x: '{"y":1}' },
      { attributes: 'none' },
    ]);
  });

  it('are what a mapping says', async () => {
    const file = ['Kunde,Vorname,Status,Notiz', 'a@example.com,Ada,Gold,x'];
    const columns = { Kunde: 'email', VORNAME: 'first_name', Status: 'properties.tier', Notiz: 'ignore' };
    expect((await read(file, columns)).taken).toMatchObject([
      {
        email: 'a@example.com',
        wish: { first_name: 'Ada', status: 'SUBSCRIBED', properties: { tier: 'Gold' } },
      },
    ]);
    const status = { Kunde: 'email', Notiz: 'status' };
    expect((await outcomes([file[0] ?? '', 'a@example.com,Ada,active,unsubscribed'], status))[1]).toEqual([
      unsubscribed,
    ]);
  });

  it('that a mapping names have to be in the file', async () => {
    await expect(read('email\na@example.com\n', { Vorname: 'first_name' })).rejects.toThrow(
      'columns: the file has no column vorname. It has: email.',
    );
    expect(() => readColumnMapping('{"a": "phone"}')).toThrow(/^columns: must be a JSON object/);
    expect(() => readColumnMapping('[')).toThrow(/^columns: must be a JSON object/);
    expect(() => readColumnMapping('{"a": "email", "b": "email"}')).toThrow('only one column can be email');
  });

  it('in Windows-1252 or Latin-1 are decoded, beside others in UTF-8', async () => {
    const windows = Buffer.from([0x80, 0x93, 0xe9, 0x94]);
    const file = Buffer.concat([
      ...[
        Buffer.from('email,Stra\u00dfe\n', 'latin1'),
        Buffer.from('a@example.com,'),
        windows,
        Buffer.from('\n'),
      ],
      Buffer.from('b@example.com,\u20acé\n'),
    ]);
    expect(await propertiesOf(file)).toEqual([{ Straße: '€“é”' }, { Straße: '€é' }]);
  });

  it('in another encoding refuse their row', async () => {
    const file = Buffer.concat([Buffer.from('email,name\na@example.com,'), Buffer.from([0x81, 0x8d])]);
    expect((await read(file)).refused).toMatchObject([{ row: 1, code: 'invalid_encoding' }]);
  });
});
