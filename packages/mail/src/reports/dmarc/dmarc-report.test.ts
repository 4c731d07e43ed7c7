import { gzipSync } from 'node:zlib';
import { costGrowth, linearRatioMax } from '@postrider/testkit';
import { deflatedBlanks, zipArchive } from '../../../test/zip-archive';
import {
  byTheSchema,
  fastmail,
  feedback,
  google,
  mailRu,
  microsoft,
  rfc9990,
  row,
} from './dmarc-report.fixture';
import { parseDmarcReport, type DmarcReport } from './dmarc-report';

const part = (type: string, content: Buffer | string, name?: string): string =>
  [
    `Content-Type: ${type}${name === undefined ? '' : `; name="${name}"`}`,
    ...(name === undefined ? [] : [`Content-Disposition: attachment; filename="${name}"`]),
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ].join('\r\n');
const alone = (type: string, content: Buffer | string, name?: string): Buffer =>
  Buffer.from(
    `From: dmarc@receiver.example\r\nSubject: Report Domain: shop.example\r\n${part(type, content, name)}`,
  );
const beside = (...parts: string[]): Buffer =>
  Buffer.from(
    `From: dmarc@receiver.example\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n${parts.join('\r\n--B\r\n')}\r\n--B--\r\n`,
  );
const xmlFile = 'receiver.example!shop.example!1700006400!1700092799.xml';
const zipped = (xml: string): Buffer => zipArchive([{ name: xmlFile, content: Buffer.from(xml) }]);

async function read(mail: Buffer): Promise<DmarcReport> {
  const reading = await parseDmarcReport(mail);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.report;
}
const refusal = async (mail: Buffer): Promise<string | null> => {
  const reading = await parseDmarcReport(mail);
  return reading.ok ? null : reading.reason;
};
const ofXml = (xml: string): Buffer => alone('text/xml', xml, 'a.xml');
const xmlRefusal = (xml: string): Promise<string | null> => refusal(ofXml(xml));

describe('what receivers send', () => {
  it('Google: the whole mail is one zip archive', async () => {
    expect(await read(alone('application/zip', zipped(google), 'google.com!shop.example!1!2.zip'))).toEqual({
      reporter: 'google.com',
      reportId: '2122885654478337555',
      beginsAt: new Date('2023-11-15T00:00:00Z'),
      endsAt: new Date('2023-11-15T23:59:59Z'),
      policy: { domain: 'shop.example', adkim: 'r', aspf: 'r', p: 'none', sp: 'none', np: null, pct: 100 },
      records: [
        {
          sourceIp: '2001:db8::1',
          messages: 2,
          disposition: 'none',
          dkimAligned: false,
          spfAligned: true,
          headerFrom: 'shop.example',
          envelopeFrom: null,
          reasons: [],
          results: {
            dkim: [{ domain: 'shop-example.20210112.gappssmtp.com', selector: '20210112', result: 'pass' }],
            spf: [{ domain: 'shop.example', scope: null, result: 'pass' }],
          },
        },
      ],
    });
  });

  it('Microsoft: gzip beside an HTML text, several signatures, the envelope sender', async () => {
    const mail = beside(
      part('text/html; charset=us-ascii', '<div>This is a DMARC aggregate report</div>'),
      part('application/gzip', gzipSync(microsoft), 'protection.outlook.com!shop.example!1!2.xml.gz'),
    );
    const { policy, records } = await read(mail);
    expect(policy).toMatchObject({ adkim: 's', p: 'quarantine' });
    expect(records).toMatchObject([{ disposition: 'quarantine', envelopeFrom: 'lists.example' }]);
    expect(records[0]?.results.dkim.map(({ selector, result }) => [selector, result])).toEqual([
      ['l1', 'pass'],
      ['l1', 'pass'],
      ['pr1', 'fail'],
    ]);
    expect(records[0]?.results.spf).toEqual([{ domain: 'lists.example', scope: 'mfrom', result: 'pass' }]);
  });

  it('Mail.ru: elements in another order', async () => {
    const mail = beside(
      part('text/plain; charset="utf-8"', 'This is an aggregate report from Mail.Ru.'),
      part('application/gzip', gzipSync(mailRu), 'mail.ru!shop.example!1!2.xml.gz'),
    );
    expect(await read(mail)).toMatchObject({ reporter: 'Mail.Ru', records: [{ messages: 1 }] });
  });

  it('Fastmail: absent fields have the defaults of the standard; why its policy was not applied', async () => {
    const { policy, records } = await read(alone('application/x-gzip', gzipSync(fastmail)));
    expect(policy).toMatchObject({ adkim: 'r', aspf: 'r', p: 'reject' });
    expect(records).toMatchObject([
      { messages: 3, disposition: 'none', envelopeFrom: 'bounce.lists.example' },
    ]);
    expect(records[0]?.reasons).toEqual([
      { type: 'trusted_forwarder', comment: 'Policy ignored due to local white list' },
    ]);
  });

  it('Google: a requirement of its own that the mail did not meet', async () => {
    const comment =
      'Sender requirement failed: 550-5.7.30 This mail has been blocked because DKIM does not pass.';
    const reasons = `<reason><type>local_policy</type><comment>${comment}</comment></reason>`;
    const rows = [row({ reasons, count: 3 }), row({ reasons, count: 4 }), row({ count: 5 })];
    const { records } = await read(ofXml(feedback(rows)));
    expect(records.map((record) => [record.messages, record.reasons])).toEqual([
      [7, [{ type: 'local_policy', comment }]],
      [5, []],
    ]);
  });

  it.each([
    ['Yahoo', 'dmarchelp@yahooinc.com'],
    ['comcast.net', 'noreply@alerts.comcast.net'],
  ])('%s: by the schema of RFC 7489', async (organization, email) => {
    const xml = byTheSchema(organization, email);
    const { reporter, policy, records } = await read(
      alone('application/octet-stream', gzipSync(xml), 'a.xml.gz'),
    );
    expect([reporter, policy.pct, policy.sp]).toEqual([organization, 50, 'quarantine']);
    expect(records).toMatchObject([{ messages: 12, disposition: 'reject', dkimAligned: false }]);
  });

  it('RFC 9990: a namespace, no alignment modes, mail that passed', async () => {
    const { policy, records } = await read(alone('text/xml', rfc9990));
    expect(policy).toMatchObject({ adkim: 'r', aspf: 'r', np: 'none', pct: null });
    expect(records).toMatchObject([{ disposition: 'none', dkimAligned: true, spfAligned: false }]);
  });

  it.each<[string, string]>([
    ['a prefix on every element', rfc9990.replace(/<(\/?)(?=[a-z])/g, '<$1d:')],
    [
      'a schema around it (ikea.com, 2018)',
      google.replace('<feedback>', '<xs:schema xmlns:xs="x">\n<feedback>'),
    ],
    ['a comment before it', google.replace('<feedback>', '<!-- out of date -->\n<feedback>')],
    [
      'the metadata after the records',
      google.replace(/(<report_metadata>.*)(<record>.*<\/record>)/s, '$2$1'),
    ],
    ['a byte order mark', `\ufeff${google}`],
    ['upper-case results', google.replace('<spf>pass', '<spf>PASS')],
    ['milliseconds', google.replace('1700006400', '1700006400000').replace('1700092799', '1700092799000')],
  ])('reads a report with %s', async (_, xml) => {
    expect(await read(ofXml(xml))).toMatchObject({ policy: { domain: 'shop.example' }, records: [{}] });
  });

  it('UTF-16, and octets that are not of their charset', async () => {
    const wide = Buffer.from(`\ufeff${google.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect((await read(alone('text/xml', wide))).reporter).toBe('google.com');
    const broken = Buffer.from(google.replace('google.com', 'g\u00e9\u00e9gle'), 'latin1');
    expect((await read(alone('text/xml', broken))).reporter).toBe('g\u00e9\u00e9gle');
  });
});

describe('where the report is', () => {
  it.each<[string, Buffer]>([
    ['named as something else', alone('text/plain', zipped(google), 'report.dat')],
    ['gzip that is called zip', alone('application/zip', gzipSync(google), 'a.zip')],
    ['in the text of the mail', Buffer.from(`From: a@b.example\r\n\r\n${google}`)],
    [
      'behind a signature',
      beside(
        part('application/pkcs7-signature', 'abc', 'smime.p7s'),
        part('application/zip', zipped(google)),
      ),
    ],
    [
      'beside what an archiver adds',
      alone(
        'application/zip',
        zipArchive([
          { name: 'reports/', content: Buffer.alloc(0) },
          { name: '__MACOSX/._a.xml', content: Buffer.from('x') },
          { name: 'reports/a.xml', content: Buffer.from(google) },
        ]),
      ),
    ],
    [
      'gzip with a line break behind it (Mimecast, 2023)',
      alone('application/gzip', Buffer.concat([gzipSync(google), Buffer.from('\r\n')])),
    ],
    [
      'gzip of several members',
      alone('application/gzip', Buffer.concat([gzipSync(google.slice(0, 500)), gzipSync(google.slice(500))])),
    ],
    [
      'behind an archive that is broken',
      beside(part('application/zip', 'PK\u0003\u0004broken'), part('text/xml', google)),
    ],
  ])('is found: %s', async (_, mail) => {
    expect((await read(mail)).reporter).toBe('google.com');
  });

  it.each<[string, Buffer, string]>([
    ['no attachment', Buffer.from('From: a@b.example\r\n\r\nHello'), 'no report attached'],
    [
      'an HTML mail',
      Buffer.from('From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>x</p>'),
      'no report attached',
    ],
    ['noise', Buffer.from([0, 1, 2, 255]), 'no report attached'],
    ['nothing', Buffer.alloc(0), 'no report attached'],
    ['truncated gzip', alone('application/gzip', gzipSync(google).subarray(0, 300)), 'XML that does not end'],
    [
      'a wrong checksum',
      alone(
        'application/gzip',
        gzipSync(google).map((octet, at, all) => (at === all.length - 6 ? octet ^ 1 : octet)) as Buffer,
      ),
      'broken gzip',
    ],
    ['a truncated archive', alone('application/zip', zipped(google).subarray(0, 300)), 'broken zip'],
    [
      'an archive within an archive',
      alone('application/zip', zipArchive([{ name: 'a.zip', content: zipped(google) }])),
      'an archive without XML',
    ],
    ['gzip within gzip', alone('application/gzip', gzipSync(gzipSync(google))), 'an archive without XML'],
    [
      'an encrypted archive',
      alone(
        'application/zip',
        zipArchive([{ name: 'a.xml', content: Buffer.from(google), encrypted: true }]),
      ),
      'an encrypted archive',
    ],
    [
      'an empty archive',
      alone('application/zip', zipArchive([{ name: 'a/', content: Buffer.alloc(0) }])),
      'an empty archive',
    ],
  ])('is missing: %s', async (_, mail, reason) => {
    expect(await refusal(mail)).toBe(reason);
  });
});

describe('what is wrong with a report', () => {
  it.each<[string, string, string]>([
    ['another document', '<html></html>', 'XML that does not end'],
    ['it was cut off', google.slice(0, -40), 'XML that does not end'],
    ['a record within another', feedback([`<record>${row()}</record>`]), 'records that do not end'],
    ['cut between records', feedback([row(), row()]).slice(0, -20), 'XML that does not end'],
    ['no domain', google.replace('<domain>shop.example</domain>', ''), 'no policy_published.domain'],
    [
      'a domain that is none',
      google.replace('<domain>shop.example<', '<domain>../etc/passwd<'),
      'no policy_published.domain',
    ],
    ['no id', google.replace(/<report_id>.*<\/report_id>/, ''), 'no report_metadata.report_id'],
    ['no period', google.replace(/<begin>.*<\/begin>/, ''), 'no report_metadata.date_range.begin'],
    ['a period that runs backwards', google.replace('1700092799', '1'), 'no report_metadata.date_range'],
    ['no name of the reporter', google.replace(/<org_name>.*<\/email>/s, ''), 'no report_metadata.org_name'],
    [
      'rows without a count',
      feedback([row({ count: 'many' }), row({ count: -1 })]),
      'no record that can be read',
    ],
  ])('%s', async (_, xml, reason) => {
    expect(await xmlRefusal(xml)).toBe(reason);
  });

  it('one row that cannot be read costs the others nothing', async () => {
    const rows = [row({ ip: 'localhost' }), row({ ip: '192.0.2.2', count: 5 }), row({ count: '1e99' })];
    expect((await read(ofXml(feedback(rows)))).records).toMatchObject([
      { sourceIp: '192.0.2.2', messages: 5 },
    ]);
  });

  it('rows that are alike are one', async () => {
    const rows = [row({ count: 2 }), row({ count: 3 }), row({ count: 4, spf: 'fail' })];
    const { records } = await read(ofXml(feedback(rows)));
    expect(records.map(({ messages, spfAligned }) => [messages, spfAligned])).toEqual([
      [5, true],
      [4, false],
    ]);
  });

  it('a report without rows is a report: no mail came', async () => {
    expect((await read(ofXml(feedback([])))).records).toEqual([]);
  });

  it('takes the domain of the address where the name is empty', async () => {
    const xml = google
      .replace('<org_name>google.com<', '<org_name><')
      .replace('support@google.com', 's@r.example');
    expect((await read(ofXml(xml))).reporter).toBe('r.example');
  });

  it('keeps nothing that a database or a terminal cannot take', async () => {
    const xml = google.replace('<org_name>google.com<', '<org_name>a&#0;b&#x1b;[2J&#xD800;&lt;c&amp;d<');
    const { reporter } = await read(ofXml(xml.replace('2122885654478337555', 'x'.repeat(5_000))));
    expect(reporter).toMatch(/<c&d$/);
    expect(reporter.isWellFormed()).toBe(true);
    // eslint-disable-next-line no-control-regex -- what must not be there
    expect(reporter).not.toMatch(/[\u0000-\u001f]/);
  });
});

describe('hostile reports', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
    { length: 9 },
    (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n === 0 ? '' : n};`.repeat(10)}">`,
  ).join('')}]>`;

  it.each<[string, string]>([
    [
      'a billion laughs',
      google.replace('<feedback>', `${laughs}<feedback>`).replace('>google.com<', '>&lol9;<'),
    ],
    [
      'a file of ours',
      google.replace('<feedback>', '<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]><feedback>'),
    ],
    [
      'an address within our network',
      google.replace('<feedback>', '<!doctype f SYSTEM "http://169.254.169.254/"><feedback>'),
    ],
    [
      'parameter entities',
      google.replace('<feedback>', '<!DOCTYPE f [<!ENTITY % p SYSTEM "http://a.example/"> %p;]><feedback>'),
    ],
    ['in UTF-16', `\ufeff${google.replace('<feedback>', `${laughs}<feedback>`)}`],
  ])('entities are refused: %s', async (name, xml) => {
    const octets = name === 'in UTF-16' ? Buffer.from(xml, 'utf16le') : Buffer.from(xml);
    expect(await refusal(alone('text/xml', octets))).toBe('XML with a document type');
  });

  it('an undefined entity stays as it is', async () => {
    expect((await read(ofXml(google.replace('>google.com<', '>&lol;<')))).reporter).toBe('&lol;');
  });

  it('1 GB in a gzip of 1 MB is not expanded', async () => {
    const member = gzipSync(Buffer.alloc(16 * 1_048_576, ' '));
    const bomb = alone(
      'application/gzip',
      Buffer.concat([gzipSync(google), ...Array<Buffer>(64).fill(member)]),
    );
    expect(await refusal(bomb)).toBe('more than 20 MB of XML');
  });

  it.each([
    ['says so', 64 * 16 * 1_048_576, 'more than 20 MB of XML'],
    ['says it were 1 KB', 1_024, 'broken zip'],
    ['says it were 19 MB', 19 * 1_048_576, 'broken zip'],
  ])('1 GB in a zip that %s is not expanded', async (_, claimedBytes, reason) => {
    const file = { name: 'a.xml', content: Buffer.alloc(0), deflated: deflatedBlanks(64), claimedBytes };
    expect(await refusal(alone('application/zip', zipArchive([file])))).toBe(reason);
  });

  it('10,000 files in an archive are not looked through', async () => {
    const files = Array.from({ length: 10_000 }, (_, n) => ({
      name: `${n}.xml`,
      content: Buffer.from('<a/>'),
    }));
    expect(await refusal(alone('application/zip', zipArchive(files)))).toBe(
      'more than 8 files in the archive',
    );
  });

  it('10,000 parts of a mail are refused before they are taken apart', async () => {
    const parts = Array.from({ length: 10_000 }, () => part('application/gzip', 'x'));
    expect(await refusal(beside(...parts))).toBe('not MIME');
  });

  it('counts records, and the elements in one and beside them', async () => {
    expect(await xmlRefusal(feedback(Array<string>(50_001).fill('<record></record>')))).toBe(
      'more than 50,000 records',
    );
    expect(await xmlRefusal(feedback([row().replace('<row>', `<x>${'y'.repeat(70_000)}</x><row>`)]))).toBe(
      'a record of more than 64 KB',
    );
    expect(await xmlRefusal(feedback([row()], '<x/>'.repeat(20_000)))).toBe(
      'too much XML beside the records',
    );
  });

  it('reads five reasons of a row, each once, in 255 characters without control characters', async () => {
    const reason = (type: string, comment: string): string =>
      `<reason><type>${type}</type><comment>${comment}</comment></reason>`;
    const reasons = [
      reason('Mailing_List', `&#x1b;[2J${'x'.repeat(1_000)}`),
      '<reason/>',
      '<reason>text</reason>',
      reason('__proto__', '&#0;&#xD800;x'),
      ...Array<string>(900).fill(reason('forwarded', '')),
    ].join('');
    const [record] = (await read(ofXml(feedback([row({ reasons })])))).records;
    expect(record?.reasons.map(({ type }) => type)).toEqual(['mailing_list', 'other', 'forwarded']);
    const [first, hostile] = record?.reasons ?? [];
    expect(first?.comment).toMatch(/^\[2Jx{200,}$/);
    expect(first?.comment?.length).toBeLessThanOrEqual(255);
    expect(hostile?.comment?.isWellFormed()).toBe(true);
  });

  it('takes no offence at depth, at names of JavaScript, and at a hundred thousand results in a row', async () => {
    const deep = feedback([
      row().replace('<row>', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}<row>`),
      row({ ip: '192.0.2.9' }),
    ]);
    expect((await read(ofXml(deep))).records).toMatchObject([{ sourceIp: '192.0.2.9' }]);
    const names = feedback([
      row().replace('<row>', '<__proto__><count>7</count></__proto__><constructor/><row>'),
      row({ ip: '192.0.2.9' }),
    ]);
    expect((await read(ofXml(names))).records).toMatchObject([{ sourceIp: '192.0.2.9' }]);
    expect(({} as { count?: unknown }).count).toBeUndefined();
    const many = row().replace(
      '<auth_results>',
      `<auth_results>${'<dkim><domain>a.example</domain></dkim>'.repeat(1_500)}`,
    );
    expect((await read(ofXml(feedback([many])))).records[0]?.results.dkim).toHaveLength(20);
  });

  it.each<[string, (text: string) => string, string]>([
    ['records', (text) => feedback([text]), row()],
    ['records that do not end', (text) => feedback([row(), text]), '<record '],
    ['tags that do not end', (text) => feedback([text]), '<'],
    ['a tag of blanks', (text) => feedback([`<record${text}`]), ' '],
    ['declarations that are none', (text) => feedback([text]), '<! '],
    ['comments that do not end', (text) => feedback([text]), '<!--'],
    ['prefixes', (text) => feedback([`<${text}`]), 'a:'],
    ['elements in a record', (text) => feedback([`<record>${text}</record>`]), '<a>'],
    ['a text', (text) => text, '<feedback '],
  ])('cost in proportion to their size: %s', async (_, xmlOf, piece) => {
    const { ratio } = await costGrowth(
      (length) => parseDmarcReport(ofXml(xmlOf(piece.repeat(Math.ceil(length / piece.length))))),
      { lengthMax: 2_000_000 },
    );
    expect(ratio).toBeLessThan(linearRatioMax);
  });
});
