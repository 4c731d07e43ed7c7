import { contactFileOf as fileOf, outcomesOfContacts, readContactFile } from '../../../test/contact-file';

const [subscribed, unsubscribed, unknown] = ['SUBSCRIBED', 'UNSUBSCRIBED', 'unknown_status'];
const [bounced, refused] = ['hard_bounce', 'not_a_subscriber'];

const outcomes = async (header: string, values: readonly string[], columns?: object) =>
  (await outcomesOfContacts(fileOf(header, values), columns))[1];

describe('a column that marks who left', () => {
  it.each([
    ['unsubscribed', ['t', 'f', 'true', 'false', '1', '0']],
    ['EMAIL_BLACKLISTED', ['WAHR', 'FALSCH', 'VRAI', 'FAUX', 'VERO', 'FALSO']],
    ['opted_out', ['ja', 'nein', 'on', 'off', 'sim', 'não']],
    ['doNotEmail', ['да', 'нет', '是', '否', 'はい', 'いいえ']],
    ['Has Opted Out Of Email', ['-1', '0', 'x', 'no', 'Do Not Allow', 'Allow']],
    [
      'unsubscribed_at',
      ['2024-05-04', '0001-01-01T00:00:00', '04.05.2024 10:30', '0000-00-00', '5/4/24 3:15 PM', '1/1/1900'],
    ],
    ['unsubscribed', ['May 4, 2024', 'never', '1714816800', 'subscribed', '45416.5', 'none']],
  ])('%s does by a yes or a time, and not by a no or an empty time', async (column, values) => {
    expect(
      await outcomes(
        `email,${column}`,
        values.map((value) => `"${value}"`),
      ),
    ).toEqual([...[unsubscribed, subscribed, unsubscribed, subscribed, unsubscribed, subscribed]]);
  });

  it('refuses any other word with its number, value and reason', async () => {
    const values = ['perhaps', '7', '-', 'да/нет', 'Gold', 'ок'];
    const { taken, refused: rows } = await readContactFile(fileOf('email,unsubscribed', values));
    expect(taken).toEqual([]);
    expect(rows.map(({ row, value, code }) => [row, value, code])).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => [index + 1, `${name}@example.com`, unknown]),
    );
    expect(rows[3]?.reason).toContain('(unsubscribed: да/нет)');
  });
});

describe('a column that marks who subscribed', () => {
  it.each([
    ['accepts_marketing', ['WAHR', 'FALSCH', 'VERDADERO', 'FALSO', '-1', 'f']],
    ['newsletter', ['oui', 'non', 'да', 'нет', '1', '0']],
    ['Send Marketing Materials', ['Send', 'Do Not Send', 'yes', 'nej', 'tak', 'nie']],
  ])('%s is read alike', async (column, values) => {
    expect(await outcomes(`email,${column}`, values)).toEqual([
      ...[subscribed, unsubscribed, subscribed, unsubscribed, subscribed, unsubscribed],
    ]);
  });

  it('refuses other words, and takes an empty time for no subscription', async () => {
    expect(await outcomes('email,subscribed', ['weekly', '0000-00-00 00:00:00', '2020-05-04', ''])).toEqual([
      ...[unknown, refused, subscribed, subscribed],
    ]);
  });
});

describe('a status', () => {
  it('in another script is a word, and never blank', async () => {
    const words = ['отписан', '退订', 'مشترك', 'Désinscrit', 'неведомо', '不知道', '-', '-1'];
    expect(await outcomes('email,status', words)).toEqual([
      ...[unsubscribed, unsubscribed, subscribed, unsubscribed, unknown, unknown, unknown, unknown],
    ]);
  });

  it('of a state or a province is none, unless it is a whole status word', async () => {
    const file = fileOf('email,state', ['NO', 'OH', 'OUT', 'Baden', 'ON', 'Unsubscribed', 'Bounced', 'no']);
    const { taken } = await readContactFile(file);
    expect(
      await outcomes(
        'email,state',
        file.slice(1).map((line) => line.split(',')[1] ?? ''),
      ),
    ).toEqual([
      ...[subscribed, subscribed, subscribed, subscribed, subscribed, unsubscribed, bounced, subscribed],
    ]);
    expect(taken[0]).toMatchObject({ wish: { properties: { state: 'NO' } } });
  });
});

describe('an export of', () => {
  it.each([
    [
      'phpList',
      'email,Is this subscriber confirmed,Is this subscriber blacklisted,Number of bounces,Send this subscriber HTML emails',
      ['1,0,2,1', '1,1,0,1', '0,0,0,0'],
      [subscribed, unsubscribed, refused],
    ],
    [
      'CiviCRM',
      'email,No Bulk Emails (User Opt Out),On Hold',
      ['No,No', 'Yes,No', 'No,On Hold Bounce', 'No,On Hold Opt Out', ',1', '0,0'],
      [subscribed, unsubscribed, bounced, unsubscribed, refused, subscribed],
    ],
    [
      'Wix',
      'Email 1,Email subscriber status,SMS subscriber status',
      ['Subscribed,Never subscribed', 'Unsubscribed,Subscribed', 'Never subscribed,', 'Pending,'],
      [subscribed, unsubscribed, refused, refused],
    ],
    [
      'Buttondown',
      'email,subscriber_type',
      ['regular', 'unsubscribed', 'unactivated', 'premium', 'undeliverable', 'spammy'],
      [subscribed, unsubscribed, refused, subscribed, bounced, refused],
    ],
    [
      'Cordial',
      'channels.email.address,channels.email.subscribeStatus,channels.email.invalid',
      ['subscribed,false', 'unsubscribed,false', 'none,false', 'subscribed,true'],
      [subscribed, unsubscribed, refused, bounced],
    ],
    [
      'MailPoet',
      'Email,Global status,List status',
      [
        'subscribed,subscribed',
        'subscribed,unsubscribed',
        'unsubscribed,subscribed',
        'bounced,subscribed',
        'unconfirmed,unconfirmed',
      ],
      [subscribed, unsubscribed, unsubscribed, bounced, refused],
    ],
    [
      'Mailjet',
      'Email,IsExcludedFromCampaigns,IsOptInPending,IsSpamComplaining',
      ['false,false,false', 'true,false,false', 'false,true,false', 'false,false,true'],
      [subscribed, unsubscribed, refused, 'complaint'],
    ],
    [
      'Dynamics 365',
      'E-mail,Do not allow Bulk Emails,Do not allow Mails',
      ['Allow,Do Not Allow', 'Do Not Allow,Allow'],
      [subscribed, unsubscribed],
    ],
    [
      'Marketo',
      'Email Address,Unsubscribed,Unsubscribed Reason,Marketing Suspended,Email Invalid',
      ['FALSE,,FALSE,FALSE', 'TRUE,too many,FALSE,FALSE', 'FALSE,,TRUE,FALSE', 'FALSE,,FALSE,TRUE'],
      [subscribed, unsubscribed, unsubscribed, bounced],
    ],
    [
      'CleverReach',
      'email,activated,deactivated,bounced',
      ['2020-05-04 10:00:00,0,0', '2020-05-04 10:00:00,2021-05-04 10:00:00,0', '0,0,0'],
      [subscribed, unsubscribed, refused],
    ],
  ])('%s subscribes no contact that left', async (...[, header, values, expected]) => {
    expect(await outcomes(header, values)).toEqual(expected);
  });
});

describe('a column of an unknown name', () => {
  it.each([
    ...[
      'Newsletter abbestellt?',
      'is_email_optout_eu',
      'Keine Werbung',
      'Refus de newsletter',
      'рассылка',
      '退订状态',
    ],
    ...[
      'Subscription',
      'gdpr_agreed',
      'mailing list permission',
      'Email Suppressed By',
      'bounce_type',
      'Do not market to',
    ],
  ])('%s may decide consent: the file is refused, and says how to map it', async (column) => {
    const file = fileOf(`email,${column}`, ['ja']);
    await expect(readContactFile(file)).rejects.toThrow(
      `The column ${JSON.stringify(column)} may say who must not get email.`,
    );
    await expect(readContactFile(file)).rejects.toThrow(/`unsubscribed` for one that marks who left/);
    const [marked, left, kept] = ['subscribed', 'unsubscribed', 'properties.x'];
    expect((await outcomesOfContacts(file, { [column]: marked }))[1]).toEqual([subscribed]);
    expect((await outcomesOfContacts(file, { [column]: left }))[1]).toEqual([unsubscribed]);
    expect((await outcomesOfContacts(file, { [column]: kept }))[1]).toEqual([subscribed]);
  });

  it.each([
    ...[
      'Subscriber ID',
      'subscription_tier',
      'SMS consent',
      'Phone opt-in',
      'consent_ip',
      'Newsletter signup date',
      'UNSUB_CAMPAIGN_TITLE',
    ],
    ...['Number of bounces', 'Company', 'Notes', 'paid', 'Plan', 'score', 'Postal code', 'valid', 'market'],
  ])('%s is a property', async (column) => {
    expect(await outcomes(`email,${column}`, ['x1'])).toEqual([subscribed]);
  });

  it('whose values say that people left refuses the file, unless it is mapped', async () => {
    const file = fileOf('email,Kategorie', ['abgemeldet', 'Kunde', 'Opt-out', 'Kunde']);
    await expect(readContactFile(file)).rejects.toThrow(
      /^The column "Kategorie" \("abgemeldet", "Opt-out"\) may say who/,
    );
    expect((await outcomesOfContacts(file, { kategorie: 'properties.kind' }))[1]).toHaveLength(4);
    expect((await outcomesOfContacts(file, { kategorie: 'ignore' }))[1]).toEqual(Array(4).fill(subscribed));
  });

  it('with words that mean other things, too, is a property', async () => {
    expect(await outcomes('email,account', ['active', 'inactive', 'cancelled', 'no'])).toEqual(
      Array(4).fill(subscribed),
    );
  });
});
