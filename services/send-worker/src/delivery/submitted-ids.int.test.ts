import { newId } from '@postrider/contracts/ids';
import { uuidV7Floor } from '@postrider/db';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';
import { createSender, queueMessage, type QueuedOverrides } from '../../test/queue-message';
import { createNameByOurIds, type NameByOurIds } from './submitted-ids';

let harness: WorkerHarness;
let nameByOurIds: NameByOurIds;
let statements: number;

beforeAll(async () => {
  harness = await startWorkerHarness();
});
beforeEach(() => {
  harness.sink.clear();
  statements = 0;
  const { pool } = harness.context;
  const counting = new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') statements += 1;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  nameByOurIds = createNameByOurIds(counting);
});
afterAll(() => harness.close());

const queue = (overrides: QueuedOverrides) => queueMessage(harness.context, harness.sender, overrides);
const ours = (id: string): string => `<${id}@${harness.sender.domain.name}>`;
const naming = (apiKeyId: string, organizationId = harness.sender.organizationId) => ({
  id: newId(),
  organizationId,
  apiKeyId,
});

test('a series threads: its later mails name the first by our Message-ID, in bodies and in entities', async () => {
  const apiKeyId = newId();
  const mime = Buffer.from('Content-Type: text/x-patch\r\n\r\n+ a line\r\n');
  const first = await harness.send({ apiKeyId, submittedId: '<1.patch@laptop>' });
  const headers = { 'In-Reply-To': '<1.patch@laptop>', References: '<0.other@laptop> <1.patch@laptop>' };
  const second = await harness.send({ apiKeyId, submittedId: '<2.patch@laptop>', headers });
  const third = await harness.send({ apiKeyId, submittedId: '<3.patch@laptop>', headers, mime });
  for (const id of [first, second, third]) await harness.reaches(id, 'delivered');
  for (const id of [second, third]) {
    const copy = harness.sink.messages.find(({ raw }) => raw.includes(`Message-ID: ${ours(id)}`));
    const head = copy?.raw.toString().split('\r\n\r\n')[0]?.replaceAll('\r\n ', ' ');
    expect(head).toContain(`\r\nIn-Reply-To: ${ours(first)}\r\n`);
    expect(head).toContain(`\r\nReferences: <0.other@laptop> ${ours(first)}\r\n`);
  }
});

test('ids that another key or organization submitted name no email', async () => {
  const apiKeyId = newId();
  const foreign = await createSender(harness.context);
  await queue({ apiKeyId: newId(), submittedId: '<same@laptop>' });
  await queueMessage(harness.context, foreign, { apiKeyId, submittedId: '<same@laptop>' });
  const headers = { 'In-Reply-To': '<same@laptop>' };
  expect(await nameByOurIds(naming(apiKeyId), headers)).toBe(headers);
});

test('of mails with one id the newest before the message counts', async () => {
  const apiKeyId = newId();
  await queue({ apiKeyId, submittedId: '<twice@laptop>' });
  const before = await queue({ apiKeyId, submittedId: '<twice@laptop>' });
  const message = naming(apiKeyId);
  await queue({ apiKeyId, submittedId: '<twice@laptop>' });
  expect(await nameByOurIds(message, { 'in-reply-to': '<twice@laptop>' })).toEqual({
    'in-reply-to': ours(before),
  });
});

test('an id is remembered for thirty days', async () => {
  const apiKeyId = newId();
  const id = await queue({ apiKeyId, submittedId: '<old@laptop>' });
  const headers = { References: '<old@laptop>' };
  const inDays = (days: number) => ({
    ...naming(apiKeyId),
    id: uuidV7Floor(new Date(Date.now() + days * 24 * 3_600_000)),
  });
  expect(await nameByOurIds(inDays(29), headers)).toEqual({ References: ours(id) });
  expect(await nameByOurIds(inDays(31), headers)).toBe(headers);
});

test('one statement for all that is composed at a time, and none where nothing is named', async () => {
  const apiKeyId = newId();
  const ids = Array.from({ length: 120 }, (_, at) => `<${at}.bounded@laptop>`);
  const wanted = await queue({ apiKeyId, submittedId: ids[0] ?? '' });
  const headers = { References: ids.join(' ') };
  const named = await Promise.all([1, 2, 3].map(() => nameByOurIds(naming(apiKeyId), headers)));
  expect(statements).toBe(1);
  for (const { References } of named) expect(References).toBe([ours(wanted), ...ids.slice(1)].join(' '));
  const unnamed = { 'X-Copy': '<0.bounded@laptop>', References: 'a mail of yesterday' };
  expect(await nameByOurIds(naming(apiKeyId), unnamed)).toBe(unnamed);
  expect(statements).toBe(1);
});
