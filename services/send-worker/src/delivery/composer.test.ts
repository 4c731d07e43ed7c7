import { generateKeyPairSync } from 'node:crypto';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFeedbackTokens, loadDkimKey } from '@postrider/mail';
import {
  createLogger,
  createMetrics,
  createSemaphore,
  createThreadPool,
  ThreadFailure,
  type Metrics,
  type ThreadPool,
} from '@postrider/runtime';
import { dkimVerify } from 'mailauth/lib/dkim/verify';
import { aClaimedMessage } from '../../test/claimed-message.fixture';
import type { MessageContent } from './compose';
import { createComposer, type Composer } from './composer';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const domain = {
  kind: 'ready' as const,
  sender: { domainId: 'd', transport: 'smtp', sourcePool: null, stream: 'transactional' } as const,
  name: 'shop.example',
  returnPathHost: 'bounce.shop.example',
  linkBase: 'https://links.shop.example',
  complaintAddress: 'fbl@post.example',
  keys: [
    loadDkimKey({
      domain: 'shop.example',
      selector: 's1',
      privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }),
  ],
};
const log = createLogger({ name: 'composer test', level: 'silent' });
const message = aClaimedMessage({ track: { opens: true, clicks: true } });

let metrics: Metrics;
let threads: ThreadPool;
let composer: Composer;
beforeEach(() => {
  metrics = createMetrics();
  threads = createThreadPool({ threadsMax: 2, heapMbMax: 256, metrics });
  composer = createComposer({
    semaphore: createSemaphore({ permits: 1, priorities: 3 }),
    threads,
    linkSecret: Buffer.alloc(32, 1),
    feedbackTokens: createFeedbackTokens({ secret: Buffer.alloc(32, 2) }),
    nameByOurIds: (_, headers) => Promise.resolve(headers),
    readLegalSender: () => Promise.reject(new Error('no bulk mail here')),
    log,
  });
});
afterEach(() => threads.close());

const content = (html: string, rest: Partial<MessageContent> = {}): MessageContent => ({
  body: { html, text: null, headers: {} },
  attachments: [],
  mime: null,
  ...rest,
});
const composedInThreads = async () => {
  const scraped = await scrape();
  return Number(
    /thread_seconds_count\{work="composeInThread",outcome="done"\} (\d+)/.exec(scraped)?.[1] ?? 0,
  );
};

it('composes a small message on the event loop', async () => {
  const { octets } = await composer.compose(message, content('<p>Hello</p>'), domain);
  expect(octets.toString()).toContain('<p>Hello</p>');
  expect(await composedInThreads()).toBe(0);
});

it('says where complaints are wanted, under its signature, unless its sender wants them itself', async () => {
  const { octets } = await composer.compose(message, content('<p>Hello</p>'), domain);
  const head = octets.toString().replace(/\r\n[ \t]+/g, ' ');
  expect(head).toContain('\r\nCFBL-Address: fbl@post.example; report=arf\r\n');
  expect(head).toMatch(/\r\nCFBL-Feedback-ID: [a-z2-7]+\r\n/);
  expect(head).toMatch(/ h=[^;]*feedback-id:cfbl-address:cfbl-feedback-id/);

  const body = { html: '<p>Hello</p>', text: null, headers: { 'cfbl-address': 'fbl@shop.example' } };
  const own = await composer.compose(message, content('', { body }), domain);
  expect(own.octets.toString().match(/^cfbl-.*$/gim)).toEqual(['cfbl-address: fbl@shop.example']);

  const silent = await composer.compose(message, content('<p>x</p>'), { ...domain, complaintAddress: null });
  expect(silent.octets.toString()).not.toMatch(/^cfbl-/im);
});

it('composes and signs a large one in a thread, no different', async () => {
  const page = `<a href="https://shop.example/1">one</a>${'='.repeat(600_000)}`;
  const composed = await composer.compose(message, content(page), domain);
  expect(await composedInThreads()).toBe(1);
  expect(Buffer.isBuffer(composed.octets)).toBe(true);
  expect(composed).toMatchObject({
    messageIdHeader: `<${message.id}@shop.example>`,
    eightBit: false,
    smtpUtf8: false,
  });
  const raw = composed.octets.toString();
  expect(raw).toContain('https://links.shop.example/c/');
  const decoded = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(decoded).toContain('='.repeat(600_000));
  const { results } = await dkimVerify(composed.octets, {
    resolver: () =>
      Promise.resolve([
        [`v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`],
      ]),
  });
  expect(results.map(({ status }) => status.result)).toEqual(['pass']);
});

it('composes the largest message there may be within the memory of a thread', async () => {
  const attachments = Array.from({ length: 5 }, (_, i) => ({
    filename: `${i}.bin`,
    contentType: 'application/octet-stream',
    contentId: null,
    content: Buffer.alloc(5_000_000, i).toString('base64'),
  }));
  const { octets } = await composer.compose(message, content('<p>Hello</p>', { attachments }), domain);
  expect(octets.length).toBeGreaterThan(33_000_000);
  expect(await composedInThreads()).toBe(1);
});

it('a large message that no thread can take now may be composed later', async () => {
  await threads.close();
  const writing = composer.compose(message, content('='.repeat(600_000)), domain);
  await expect(writing).rejects.toBeInstanceOf(ThreadFailure);
  await expect(writing).rejects.toMatchObject({ isTooCostly: false });
});

async function scrape(): Promise<string> {
  const server = createServer((incoming, response) => metrics.handle(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, host: '127.0.0.1' }, resolve).on('error', reject).end();
  });
  const body = await text(answer);
  server.close();
  return body;
}
