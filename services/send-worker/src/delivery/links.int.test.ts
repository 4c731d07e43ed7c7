import { createPublicLinks } from '@postrider/mail';
import { testLinkSecret } from '@postrider/testkit';
import PostalMime from 'postal-mime';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';
import type { QueuedOverrides } from '../../test/queue-message';

const links = createPublicLinks(Buffer.from(testLinkSecret, 'base64'));
const base = 'http://127.0.0.1:4000';
const read = async (url: string) => (await links.read(url.slice(base.length), '127.0.0.1'))?.link;
const html =
  '<html><body><a href="https://shop.example/?a=1&amp;b=2">Sale</a> <a href="mailto:a@x.test">write</a></body></html>';
const text = 'Sale: https://shop.example/?a=1&b=2';

let harness: WorkerHarness;

beforeAll(async () => {
  harness = await startWorkerHarness();
});
afterAll(() => harness.close());
beforeEach(() => harness.sink.clear());

async function received(overrides: QueuedOverrides, on = harness) {
  const id = await on.send({ html, text, ...overrides });
  await on.reaches(id, 'delivered');
  const raw = on.sink.messages[0]?.raw ?? Buffer.alloc(0);
  const mail = await PostalMime.parse(raw);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  return { id, header, html: mail.html?.trim() ?? '', text: mail.text?.trim() ?? '', raw: raw.toString() };
}

it('mail of no bulk kind and without tracking is left as it was written', async () => {
  const mail = await received({});
  expect([mail.html, mail.text]).toEqual([html, text]);
  expect(mail.header('list-unsubscribe')).toBeUndefined();
});

it('bulk mail without a postal address has the headers, signed, and no footer', async () => {
  const mail = await received({ kind: 'Bulk.News', lane: 'bulk' });
  const target = mail.header('list-unsubscribe')?.slice(1, -1) ?? '';
  expect(target).toMatch(new RegExp(`^${base}/u/`));
  expect(await read(target)).toEqual({
    kind: 'unsubscribe',
    messageId: mail.id,
    ordinal: 0,
  });
  expect(mail.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [signature = ''] = /^DKIM-Signature:(?:.*\r\n[ \t])*.*\r\n/im.exec(mail.raw) ?? [];
  const signed = /h=([^;]+);/.exec(signature.replace(/\s+/g, ''))?.[1]?.toLowerCase().split(':');
  expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
  expect([mail.html, mail.text]).toEqual([html, text]);
});

describe('with a postal address', () => {
  let addressed: WorkerHarness;
  beforeAll(async () => {
    addressed = await startWorkerHarness();
    await addressed.context.pool.query(
      'UPDATE organizations SET postal_address = $2, name = $3 WHERE id = $1',
      [...[addressed.sender.organizationId, '1 High Street\nLondon <EC1>', 'Bücher & Co']],
    );
  });
  afterAll(() => addressed.close());
  beforeEach(() => addressed.sink.clear());

  it('bulk mail ends with name, address and a link that is not tracked', async () => {
    const mail = await received({ kind: 'digest.weekly', lane: 'bulk', track: { clicks: true } }, addressed);
    expect(mail.html).toMatch(
      /<div[^>]*>Bücher &amp; Co<br>1 High Street<br>London &lt;EC1&gt;<br><a href="http:[^"]+\/u\/[^"]+"[^>]*>Unsubscribe<\/a><\/div><\/body>/,
    );
    expect(mail.text).toMatch(
      /\n---\nBücher & Co\n1 High Street\nLondon <EC1>\nUnsubscribe: http:\/\/127\.0\.0\.1:4000\/u\/\S+$/,
    );
  });

  it('other mail has no footer', async () => {
    const mail = await received({ kind: 'receipt' }, addressed);
    expect([mail.html, mail.text]).toEqual([html, text]);
  });

  it('bulk mail shows a changed name and address at once, and no footer once the address is cleared', async () => {
    const change = (name: string, address: string | null) =>
      addressed.context.pool.query('UPDATE organizations SET name = $2, postal_address = $3 WHERE id = $1', [
        ...[addressed.sender.organizationId, name, address],
      ]);
    const footer = async () => {
      addressed.sink.clear();
      return /---\n([^]*)\nUnsubscribe/.exec(
        (await received({ kind: 'bulk.news', lane: 'bulk' }, addressed)).text,
      )?.[1];
    };
    expect(await footer()).toContain('High Street');
    await change('Shop Ltd', '2 Low Street');
    expect(await footer()).toBe('Shop Ltd\n2 Low Street');
    await change('Shop Ltd', null);
    expect(await footer()).toBeUndefined();
  });
});

it('tracked mail has its web links replaced and a pixel at its end, and nothing else changed', async () => {
  const mail = await received({ track: { opens: true, clicks: true } });
  const [clickUrl = ''] = /http:\/\/127\.0\.0\.1:4000\/c\/[^"]+/.exec(mail.html) ?? [];
  const reference = { messageId: mail.id, ordinal: 0 };
  expect(await read(clickUrl)).toEqual({
    ...reference,
    kind: 'click',
    url: 'https://shop.example/?a=1&b=2',
  });
  const [pixel = '', pixelUrl = ''] = /<img src="([^"]+)"[^>]*>/.exec(mail.html) ?? [];
  expect(await read(pixelUrl)).toEqual({ ...reference, kind: 'open' });
  expect(mail.html.replace(pixel, '').replace(clickUrl, 'https://shop.example/?a=1&amp;b=2')).toBe(html);
  expect(mail.html).toContain(`${pixel}</body>`);
  expect(mail.text).toBe(`Sale: ${clickUrl}`);
});

it('only what is to be tracked is', async () => {
  const opens = await received({ track: { opens: true } });
  expect([opens.html.includes('/o/'), opens.html.includes('/c/'), opens.text]).toEqual([true, false, text]);
  harness.sink.clear();
  const clicks = await received({ track: { clicks: true } });
  expect([clicks.html.includes('/o/'), clicks.html.includes('/c/')]).toEqual([false, true]);
});
