import fc from 'fast-check';
import { createPublicLinks, type PublicLink } from './public-links';

const secret = Buffer.alloc(32, 'links');
const links = createPublicLinks(secret);
const reference = { messageId: '019aa4f0-7b8c-7def-8123-456789abcdef', ordinal: 3 };
const host = 'links.shop.example';
const base = `https://${host}`;
const pathOf = (link: PublicLink) => links.urlOf(base, link).slice(base.length);
const readLink = async (path: string) => (await links.read(path, host))?.link ?? null;
const click = (url: string): PublicLink => ({ ...reference, kind: 'click', url });

const anyLink = fc
  .record({ messageId: fc.uuid(), ordinal: fc.nat(65_535), url: fc.webUrl({ withFragments: true }) })
  .chain(({ messageId, ordinal, url }) =>
    fc.constantFrom<PublicLink>(
      { messageId, ordinal, kind: 'unsubscribe' },
      { messageId, ordinal, kind: 'preferences' },
      { messageId, ordinal, kind: 'view' },
      { messageId, ordinal, kind: 'open' },
      { messageId, ordinal, kind: 'click', url },
    ),
  );

it('reads back every link it made', async () => {
  await fc.assert(
    fc.asyncProperty(anyLink, async (link) => {
      expect(await readLink(pathOf(link))).toEqual(link);
    }),
  );
});

it('keeps paths short, with nothing in them that a mail program could change', () => {
  const unsubscribe = pathOf({ ...reference, kind: 'unsubscribe' });
  expect(unsubscribe).toMatch(/^\/u\/[A-Za-z0-9_-]{24}\.[A-Za-z0-9_-]{43}$/);
  expect(pathOf({ ...reference, kind: 'open' })).toHaveLength(71);
});

it('refuses a path in which anything has been changed', async () => {
  const path = pathOf(click('https://shop.example/sale'));
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=/';
  const changes = [...path].flatMap((letter, at) =>
    [...letters]
      .filter((other) => other !== letter && (at + other.charCodeAt(0)) % 5 === 0)
      .map((other) => path.slice(0, at) + other + path.slice(at + 1)),
  );
  const cuts = [...path].flatMap((_, at) => [path.slice(0, at), path.slice(0, at) + path.slice(at + 1)]);
  expect(changes.length).toBeGreaterThan(500);
  for (const changed of [...changes, ...cuts, `${path}A`, `${path}=`, `${path}/`, path.repeat(2)]) {
    expect([changed, await readLink(changed)]).toEqual([changed, null]);
  }
});

it('takes no link for one of another kind', async () => {
  const open = pathOf({ ...reference, kind: 'open' });
  await expect(readLink(open.replace('/o/', '/u/'))).resolves.toBeNull();
  await expect(readLink(open.replace('/o/', '/c/'))).resolves.toBeNull();
  await expect(readLink(open.replace('/o/', '/p/'))).resolves.toBeNull();
  await expect(readLink(open.replace('/o/', '/v/'))).resolves.toBeNull();
});

it('takes the target of one link for no other', async () => {
  const [, payload] = /\/c\/(.+)\./.exec(pathOf(click('https://evil.example/'))) ?? [];
  const [, signature] = /\.(.+)$/.exec(pathOf(click('https://shop.example/'))) ?? [];
  await expect(readLink(`/c/${payload}.${signature}`)).resolves.toBeNull();
});

it('reads nothing that another secret has signed, until that is named as a former one', async () => {
  const link = click('https://shop.example/');
  const url = createPublicLinks(Buffer.alloc(32, 'former')).urlOf(base, link);
  const path = url.slice(base.length);
  await expect(readLink(path)).resolves.toBeNull();
  const rotated = createPublicLinks(secret, [Buffer.alloc(32, 'former')]);
  await expect(rotated.read(path, host)).resolves.toEqual({ link, isOfHost: true });
  expect(rotated.urlOf(base, link)).not.toBe(url);
});

it('a path that is not a link of ours is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.webPath(),
        fc.base64String().map((text) => `/c/${text}.${text}`),
      ),
      async (text) => {
        await expect(readLink(text)).resolves.toBeNull();
      },
    ),
  );
  await expect(readLink(`/c/${'A'.repeat(1_000_000)}`)).resolves.toBeNull();
});

it('signs only for recipients of a message', () => {
  expect(() => pathOf({ kind: 'open', messageId: 'x', ordinal: 0 })).toThrow('UUID');
});

it('a public link is read below its own host alone, whatever port it stands at', async () => {
  const link = click('https://shop.example/');
  const path = pathOf(link);
  await expect(links.read(path, host)).resolves.toEqual({ link, isOfHost: true });
  for (const other of ['', 'shop.example', `x.${host}`, 'links.other.example', `${host}\n`]) {
    await expect(links.read(path, other)).resolves.toBeNull();
  }
  expect(links.urlOf(`${base}:8443`, link)).toBe(`${base}:8443${path}`);
});

it('takes no part of a target for a host', async () => {
  const url = links.urlOf('https://a.example', click('https://shop.example/'));
  const [, payload = '', signature = ''] = /\/c\/(.+)\.(.+)$/.exec(url) ?? [];
  const longer = Buffer.concat([Buffer.from(payload, 'base64url'), Buffer.from('\na.example')]);
  await expect(links.read(`/c/${longer.toString('base64url')}.${signature}`, '')).resolves.toBeNull();
});
