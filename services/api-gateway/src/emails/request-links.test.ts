import type { CheckedLink } from '@postrider/email-check';
import { RefusedAddressError, ResponseTooLargeError, type HttpClient } from '@postrider/http-client';
import { systemClock } from '@postrider/runtime';
import { createRequestLinks } from './request-links';

type Answer = number | Error;
type HttpRequest = Parameters<HttpClient['request']>[0];

/** A web in which addresses answer as listed, HEAD first. */
function webOf(answers: Readonly<Record<string, readonly Answer[]>>) {
  const requests: HttpRequest[] = [];
  let [running, most] = [0, 0];
  const request = async (asked: HttpRequest) => {
    requests.push(asked);
    most = Math.max(most, (running += 1));
    await new Promise(setImmediate);
    running -= 1;
    const [head = 200, get = head] = answers[asked.url.href] ?? [];
    const answer = asked.method === 'HEAD' ? head : get;
    if (typeof answer !== 'number') throw answer;
    return { status: answer, headers: {}, body: Buffer.alloc(0) };
  };
  return { http: { request }, requests, mostAtOnce: () => most };
}

const link = (url: string): CheckedLink => ({ url, field: 'html', line: 3 });
const url = 'https://shop.example/a';
const failed = (code: string) => Object.assign(new Error(code), { code });

async function findingsFor(...answers: Answer[]) {
  const web = webOf({ [url]: answers });
  const found = await createRequestLinks({ http: web.http, clock: systemClock })('o', [link(url)]);
  return { found: found.map(({ severity, message }) => `${severity}: ${message}`), requests: web.requests };
}

it.each<[string, Answer[], string[]]>([
  ['a page', [200], []],
  ['a redirect', [301], []],
  ['a page for people only', [403], []],
  ['a server that refuses HEAD', [405, 200], []],
  ['a server that knows no HEAD', [404, 200], []],
  ['a large page behind a failed HEAD', [500, new ResponseTooLargeError('large')], []],
  ['no page', [404], [`error: The link to ${url} answers 404: there is no such page.`]],
  ['a page that is gone', [405, 410], [`error: The link to ${url} answers 410: there is no such page.`]],
  ['a server with a fault', [503], [`warning: The link to ${url} answers 503.`]],
  ['no host', [failed('ENOTFOUND')], [`error: The link to ${url} names a host that does not exist.`]],
  ['a refused connection', [failed('ECONNREFUSED')], [`warning: The link to ${url} cannot be reached.`]],
  [
    'an address of our own',
    [new RefusedAddressError()],
    [`warning: The link to ${url} is not on the public internet.`],
  ],
  ['silence', [new DOMException('late', 'TimeoutError')], [`warning: The link to ${url} does not answer.`]],
])('%s', async (_, answers, expected) => {
  const { found, requests } = await findingsFor(...answers);
  expect(found).toEqual(expected);
  expect(requests.every(({ timeoutMs, bytesMax }) => timeoutMs <= 5_000 && bytesMax <= 500_000)).toBe(true);
});

it('asks with HEAD first, and once where that suffices', async () => {
  expect((await findingsFor(200)).requests.map(({ method }) => method)).toEqual(['HEAD']);
  expect((await findingsFor(405, 200)).requests.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
});

it('requests no other ports, and sends no credentials', async () => {
  const web = webOf({});
  const links = [
    'https://shop.example:8443/',
    'https://user:secret@shop.example/',
    'https://shop.example:443/',
  ];
  await createRequestLinks({ http: web.http, clock: systemClock })('o', links.map(link));
  expect(web.requests.map(({ url: { href } }) => href)).toEqual(['https://shop.example/']);
});

it('an organization has five requests under way at a time', async () => {
  const web = webOf({});
  const links = Array.from({ length: 20 }, (_, index) => link(`https://shop.example/${index}`));
  await createRequestLinks({ http: web.http, clock: systemClock })('o', links);
  expect([web.requests.length, web.mostAtOnce()]).toEqual([20, 5]);
});

it('counts links by organization and hour', async () => {
  const links = Array.from({ length: 20 }, (_, index) => link(`https://shop.example/${index}`));
  let nowMs = Date.now();
  const requestLinks = createRequestLinks({ http: webOf({}).http, clock: { now: () => new Date(nowMs) } });
  for (let time = 0; time < 10; time += 1) await requestLinks('one', links);
  await expect(requestLinks('one', links)).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(requestLinks('other', links)).resolves.toEqual([]);
  await expect(requestLinks('one', [])).resolves.toEqual([]);
  nowMs += 3_600_001;
  await expect(requestLinks('one', links)).resolves.toEqual([]);
});
