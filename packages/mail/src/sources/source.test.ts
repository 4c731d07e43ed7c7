import { showSource, type SourceOrder } from './source.task';

const order: SourceOrder = {
  message: {
    ...{
      id: '019aa000-0000-7000-8000-000000000001',
      ordinal: 0,
      isBulk: false,
      isOfBroadcast: false,
      generatesText: true,
    },
    track: { opens: false, clicks: false },
  },
  outgoing: {
    ...{ domain: 'shop.example', date: new Date('2026-11-20T10:00:00Z'), from: 'Shop <hello@shop.example>' },
    ...{ to: ['ada@example.com'], subject: 'Grüße', html: '<p>Größe</p>', text: null },
  },
  ...{ mime: null, attachments: [], sender: null },
  linkBase: 'https://links.shop.example',
  linkSecret: new Uint8Array(32),
};
const entity = (...lines: readonly string[]) => Buffer.from(lines.join('\r\n')).toString('base64');

it('shows the message with its headers and the text part that is made for it', () => {
  const source = showSource(order);
  expect(source).toContain(
    '\r\nMessage-ID: <019aa000-0000-7000-8000-000000000001@shop.example>\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\n',
  );
  expect(source).toMatch(/text\/plain[^]*\r\nGr=C3=B6=C3=9Fe\r\n/);
});

it('shows the links and the footer of bulk mail', () => {
  const source = showSource({
    ...order,
    message: { ...order.message, isBulk: true, track: { opens: true, clicks: false } },
    sender: { name: 'Acme', postalAddress: '1 Main Street' },
  });
  expect(source).toMatch(/^List-Unsubscribe:\s+<https:\/\/links.shop.example\/u\//m);
  expect(source).toContain('1 Main Street');
  expect(source).toMatch(/<img src=3D"https:\/\/links.shop.exa/);
});

it('names attachments and does not show what they hold', () => {
  const attachments = [{ filename: 'report.pdf', contentType: 'application/pdf', contentId: null }];
  const source = showSource({ ...order, attachments });
  expect(source).toMatch(/filename="?report.pdf"?\r\n\r\n\[content not shown\]\r\n--/);
  expect(source).toContain('<p>Gr=C3=B6=C3=9Fe</p>');
});

it('leaves the attachments out of an entity that is sent as it is, at any depth', () => {
  const mime = entity(
    ...['Content-Type: multipart/mixed;', ' boundary="a b"', '', '--a b'],
    ...['Content-Type: multipart/alternative; boundary=inner', '', '--inner', '', 'Plain grüße', '--inner'],
    ...['Content-Type: image/png', 'Content-Transfer-Encoding: base64', '', 'U0VDUkVU', '--inner--', '--a b'],
    ...['Content-Type: text/csv', 'Content-Disposition: attachment; filename=x.csv', '', 'SECRET', '--other'],
    ...['SECRET', '--a b--', 'The end.'],
  );
  const source = showSource({ ...order, mime });
  expect(source).toContain('Plain grüße');
  expect(source).toContain('filename=x.csv');
  expect(source).toContain('\r\n--a b--\r\nThe end.\r\n');
  expect(source.match(/\[content not shown\]/g)).toHaveLength(2);
  expect(source).not.toMatch(/SECRET|U0VDUkVU/);
});

it('shows nothing of an entity that is a file itself', () => {
  const source = showSource({ ...order, mime: entity('Content-Type: application/pdf', '', 'SECRET') });
  expect(source).toMatch(/\r\n\r\n\[content not shown\]\r\n$/);
});
