import { addToSurvey, newSurvey } from '../../imports/survey';
import { surveyRows } from '../../imports/survey-rows.task';
import { readLayout, settleLayout } from './import-layout';
import { readRows } from './read-rows.task';

/** The result of each row of a whole file: `address reason`, or `code` of a refusal. */
async function rowsOf(text: string | Buffer, domain: string | null = null): Promise<[string, string[]]> {
  const file = Buffer.from(text);
  const head = readLayout(file);
  if (!head.ok) return [head.problem, []];
  const bytes = file.subarray(head.rowsAt);
  const survey = newSurvey(head.layout, 0);
  const surveyed = await surveyRows({ bytes, isLast: true, layout: head.layout });
  const settled = survey === null ? head : settleLayout(head.layout, addToSurvey(survey, surveyed));
  if ('problem' in settled) return [settled.problem, []];
  const { taken, refused } = await readRows({ bytes, isLast: true, layout: settled.layout, domain });
  const rows = [
    ...taken.map(({ row, email, reason }) => [row, `${email} ${reason}`] as const),
    ...refused.map(({ row, code }) => [row, code] as const),
  ];
  return [head.layout.format, rows.sort(([one], [other]) => one - other).map(([, text]) => text)];
}

describe('an export', () => {
  it('of Postmark: its reasons, and who asked for a manual one', async () => {
    const file = [
      'EmailAddress,SuppressionReason,Origin,CreatedAt',
      'A@example.com,HardBounce,Recipient,2019-12-17T08:58:33-05:00',
      'b@example.com,SpamComplaint,Recipient,2019-12-17T08:58:33-05:00',
      'c@example.com,ManualSuppression,Recipient,2019-12-17T08:58:33-05:00',
      'd@example.com,ManualSuppression,Customer,2019-12-17T08:58:33-05:00',
    ].join('\r\n');
    expect(await rowsOf(file)).toEqual([
      'postmark',
      [
        ...['a@example.com hard_bounce', 'b@example.com complaint'],
        ...['c@example.com unsubscribe', 'd@example.com manual'],
      ],
    ]);
  });

  it.each([
    [
      'with a header',
      'EmailAddress,Reason,LastUpdateTime\na@example.com,BOUNCE,1\nb@example.com,COMPLAINT,2\n',
    ],
    ['without one', 'a@example.com,BOUNCE\nb@example.com, COMPLAINT\n'],
  ])('of Amazon SES, %s', async (_what, file) => {
    expect(await rowsOf(file)).toEqual(['ses', ['a@example.com hard_bounce', 'b@example.com complaint']]);
  });

  it('of SendGrid: bounces and blocks by their status, the other lists by their columns', async () => {
    const bounces = [
      'status,reason,email,created',
      '5.1.1,"550 5.1.1 no such user, sorry ""a"",\ncheck it",a@example.com,1443651125',
      '5.7.1,"550 blocked",b@example.com,1443651125',
    ].join('\n');
    expect(await rowsOf(bounces)).toEqual([
      'sendgrid',
      ['a@example.com hard_bounce', 'b@example.com manual'],
    ]);
    expect(await rowsOf('ip,email,created\n10.0.0.1,a@example.com,1\n')).toEqual([
      'sendgrid',
      ['a@example.com complaint'],
    ]);
    expect(await rowsOf('reason,email,created\nMail domain mentioned,a@example.con,1\n')).toEqual([
      'sendgrid',
      ['a@example.con validation'],
    ]);
    expect(await rowsOf('email,created\na@example.com,1\n')).toEqual([
      'sendgrid',
      ['a@example.com unsubscribe'],
    ]);
  });

  it.each([
    [
      'bounces',
      'address,code,error,created_at\na@example.com,550,"No such mailbox, ""x""",Fri\n',
      'hard_bounce',
    ],
    [
      'unsubscribes',
      'address,tags,created_at\na@example.com,*,"Fri, 21 Oct 2011 11:02:55 UTC"\n',
      'unsubscribe',
    ],
    ['complaints', 'address,created_at\na@example.com,"Fri, 21 Oct 2011 11:02:55 UTC"\n', 'complaint'],
  ])('of Mailgun: %s', async (_list, file, reason) => {
    expect(await rowsOf(file)).toEqual(['mailgun', [`a@example.com ${reason}`]]);
  });

  it('of Resend: suppressions, and of contacts those alone who unsubscribed', async () => {
    const suppressions =
      'id,email,origin,source_id,created_at\n1,a@example.com,bounce,,\n2,b@example.com,manual,,\n';
    expect(await rowsOf(suppressions)).toEqual([
      'resend',
      ['a@example.com hard_bounce', 'b@example.com manual'],
    ]);
    const contacts = 'id,email,first_name,unsubscribed\n1,a@example.com,A,true\n2,b@example.com,B,false\n';
    expect(await rowsOf(contacts)).toEqual(['resend', ['a@example.com unsubscribe', 'not_suppressed']]);
  });

  it.each([
    [
      'mailchimp',
      'Email Address,LEID,UNSUB_TIME\na@example.com,1,2021-05-04 08:30:00\n',
      ['a@example.com unsubscribe'],
    ],
    [
      'mailchimp',
      'Email Address,LEID,CLEAN_TIME\na@example.com,1,2021-05-04\n',
      ['a@example.com hard_bounce'],
    ],
    [
      'kit',
      'email,Subscriber Status\na@example.com,Complained\nb@example.com,Confirmed\nc@example.com,Odd\n',
      ['a@example.com complaint', 'not_suppressed', 'unknown_status'],
    ],
    [
      'brevo',
      'EMAIL,EMAIL_BLACKLISTED\na@example.com,true\nb@example.com,false\n',
      ['a@example.com unsubscribe', 'not_suppressed'],
    ],
    [
      'plain',
      'email,unsubscribed_at\na@example.com,2021-05-04\nb@example.com,\n',
      ['a@example.com unsubscribe', 'not_suppressed'],
    ],
  ])('of contacts of %s: those alone who left', async (format, file, expected) => {
    expect(await rowsOf(file)).toEqual([format, expected]);
  });

  it('of ours, taken back into its scope', async () => {
    const file = [
      'id,email,reason,scope,domain,source_email_id,created_at,expires_at',
      '1,a@example.com,complaint,organization,,,,',
      '2,b@example.com,unsubscribe,domain,shop.test,,,',
    ].join('\n');
    expect(await rowsOf(file)).toEqual(['plain', ['a@example.com complaint', 'other_domain']]);
    expect(await rowsOf(file, 'shop.test')).toEqual([
      'plain',
      ['a@example.com complaint', 'b@example.com unsubscribe'],
    ]);
  });
});

it('the words of reasons are those of all languages, and an unknown one stops all mail', async () => {
  const reasons = [
    'Unsubscribed',
    'отписан',
    'Désinscrit',
    'Spam',
    '投诉',
    '退信',
    'blacklisted',
    'blocked',
    'x',
    '',
  ];
  const file = `email,reason\n${reasons.map((reason, n) => `c${n}@example.com,${reason}`).join('\n')}\n`;
  expect((await rowsOf(file))[1].map((row) => row.split(' ')[1])).toEqual([
    ...['unsubscribe', 'unsubscribe', 'unsubscribe', 'complaint', 'complaint', 'hard_bounce'],
    ...['manual', 'manual', 'manual', 'manual'],
  ]);
});

it('only the rows of contacts that left are suppressed, in all languages', async () => {
  const values = ['FALSCH', 'f', 'нет', '0000-00-00', 'WAHR', 't', 'да', '2024-05-04', 'perhaps'];
  const file = `EMAIL;EMAIL_BLACKLISTED\n${values.map((value, n) => `c${n}@example.com;${value}`).join('\n')}\n`;
  expect((await rowsOf(file))[1].map((row) => row.replace(/^\S+ /, ''))).toEqual([
    ...Array<string>(4).fill('not_suppressed'),
    ...Array<string>(4).fill('unsubscribe'),
    'unknown_status',
  ]);
});

it.each([
  [
    'an unknown column with words of people who left',
    'email,Art\na@example.com,abgemeldet\nb@example.com,Kunde\nc@example.com,',
  ],
  ['a column that says who subscribed', 'email,mailing list permission\na@example.com,yes'],
  ['a yes or no of an unknown name', 'email,Keine Werbung\na@example.com,ja\nb@example.com,nein'],
])('a list with %s is refused as a whole', async (_what, file) => {
  expect((await rowsOf(file))[0]).toMatch(
    /^All rows of this file would be suppressed, but the column ".*" may say/,
  );
});

it.each([
  ['words of people who left alone', 'email,Art\na@example.com,abgemeldet\nb@example.com,Opt-out'],
  ['kinds of bounces', 'email,bounce_type\na@example.com,Permanent\nb@example.com,Transient'],
])('a list with %s is suppressed', async (_what, file) => {
  expect((await rowsOf(file))[1]).toEqual(['a@example.com manual', 'b@example.com manual']);
});

describe('a file', () => {
  it('with an email column alone is typed by hand', async () => {
    expect(await rowsOf('email\na@example.com\n')).toEqual(['plain', ['a@example.com manual']]);
  });

  it.each([
    ['a byte order mark and CRLF', '\ufeffemail,name\r\na@example.com,A\r\nb@example.com,B\r\n'],
    ['semicolons', 'name;E-Mail\nA;a@example.com\nB;b@example.com'],
    ['tabs', 'Email Address\tname\na@example.com\tA\nb@example.com\tB\n'],
    ['lone CRs', 'email\ra@example.com\rb@example.com\r'],
    ['blank lines', '\n\nemail\n\n\na@example.com\n\r\n\r\nb@example.com\n\n'],
    ['rows of other lengths', 'name,email\nA,a@example.com,x,y\nB,b@example.com\n'],
    ['line breaks in quotation marks', 'name,email\n"A\nAA",a@example.com\n"B\r\n""b""",b@example.com\n'],
    ['quotation marks inside of fields', 'name,email\nA "x",a@example.com\n"B" b,b@example.com\n'],
  ])('with %s is read', async (_what, file) => {
    expect((await rowsOf(file))[1]).toEqual(['a@example.com manual', 'b@example.com manual']);
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from('\ufeffemail\na@example.com\n', 'utf16le'), /UTF-16/],
    ['UTF-16 without one', Buffer.from('email\na@example.com\n', 'utf16le'), /UTF-16/],
    ['a workbook', Buffer.from('PK\u0003\u0004'), /spreadsheet/],
    ['compressed', Buffer.from([0x1f, 0x8b, 8, 0]), /compressed/],
    ['empty', Buffer.alloc(0), /empty/],
    ['without an address', Buffer.from('name,phone\nA,1\n'), /no column named email.*It has: name, phone\./],
    ['one endless quotation', Buffer.from(`"${'x'.repeat(100_000)}`), /no column named email/],
  ])('that is %s is refused with what is wrong', (_what, file, problem) => {
    expect(readLayout(file)).toEqual({ ok: false, problem: expect.stringMatching(problem) as string });
  });

  it('keeps of an address that it has twice the strongest reason, and refuses to weaken it by hand', async () => {
    const file = [
      'email,reason',
      ...['a@example.com,manual', 'A@example.com,complaint', 'a@example.com,bounce', 'a@example.com,manual'],
    ].join('\n');
    expect(await rowsOf(file)).toEqual(['plain', ['a@example.com complaint', 'suppression_conflict']]);
  });

  it.each([
    '',
    'no-address',
    'a@@b',
    'a b@example.com',
    '\u0000@example.com',
    `${'x'.repeat(500)}@example.com`,
  ])('refuses the address %j', async (address) => {
    const bytes = Buffer.from(`email,name\n${address},A\nb@example.com,B\n`);
    const head = readLayout(Buffer.from('email,name\n'));
    if (!head.ok) throw new Error(head.problem);
    const part = { bytes: bytes.subarray(head.rowsAt), isLast: true, layout: head.layout, domain: null };
    const { refused, taken } = await readRows(part);
    expect(refused).toMatchObject([{ row: 1, code: 'invalid_email' }]);
    expect(refused[0]?.value).not.toContain('\0');
    expect(taken).toMatchObject([{ email: 'b@example.com', row: 2 }]);
  });

  it('in Latin-1 is decoded', async () => {
    const file = Buffer.from('email,name\nj\u00f6rg@example.com,J\nb@example.com,J\u00f6rg\n', 'latin1');
    expect((await rowsOf(file))[1]).toEqual(['j\u00f6rg@example.com manual', 'b@example.com manual']);
  });
});

describe('a part of a file', () => {
  const layout = (() => {
    const head = readLayout(Buffer.from('email,name\n'));
    if (!head.ok) throw new Error(head.problem);
    return head.layout;
  })();

  it('wherever it is cut, gives the rows of the whole, each once', async () => {
    const file = Buffer.from(
      'a@example.com,"A\r\n""a"""\r\n\r\nb@example.com,\u00e9\nc@example.com,"x, y"\rd@example.com,\n\ne@example.com',
    );
    for (let length = 40; length <= file.length; length += 1) {
      const emails: string[] = [];
      for (let at = 0; at < file.length;) {
        const bytes = file.subarray(at, at + length);
        const isLast = at + bytes.length === file.length;
        const { consumed, taken } = await readRows({ bytes, isLast, layout, domain: null });
        if (consumed === 0) throw new Error(`nothing at ${at} in parts of ${length}`);
        emails.push(...taken.map(({ email }) => email[0] ?? ''));
        at += consumed;
      }
      expect(emails).toEqual(['a', 'b', 'c', 'd', 'e']);
    }
  });

  it('that holds no end of a row gives nothing, and one in an open quotation what comes before it', async () => {
    const endless = Buffer.from('x'.repeat(65_536));
    expect(await readRows({ bytes: endless, isLast: false, layout, domain: null })).toMatchObject({
      consumed: 0,
    });
    const open = Buffer.from('a@example.com,A\n"b@example.com,B\nc@example.com,C\n');
    for (const isLast of [true, false]) {
      const { consumed, taken } = await readRows({ bytes: open, isLast, layout, domain: null });
      expect([consumed, taken.map(({ email }) => email)]).toEqual([16, ['a@example.com']]);
    }
  });
});
