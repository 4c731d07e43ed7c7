import { PassThrough } from 'node:stream';
import { createByteBudget } from '@postrider/runtime';
import type { SMTPServerDataStream } from 'smtp-server';
import { KeptChunks, readMessage, type MessageTerms } from './read-message';

const budget = createByteBudget({ bytesMax: 200_000, perOwnerMax: 100_000, waitMs: 20 });
const pace = { windowMs: 20, bytesMin: 1_000 };

function start(terms: Partial<MessageTerms> = {}) {
  const stream = new PassThrough() as unknown as SMTPServerDataStream & PassThrough;
  const room = budget.open('one');
  const message = readMessage(stream, {
    bytesMax: 1_000_000,
    timeoutMs: 10_000,
    pace: { windowMs: 5_000, bytesMin: 1 },
    room,
    ...terms,
  });
  message.catch(() => undefined);
  return { stream, room, message };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('charges what has arrived of larger messages, and nothing of small ones', async () => {
  const small = start();
  small.stream.end(Buffer.alloc(16_384));
  expect((await small.message).length).toBe(16_384);
  expect(budget.held()).toBe(0);
  const large = start();
  large.stream.write(Buffer.alloc(10_000));
  large.stream.write(Buffer.alloc(10_000));
  await settled();
  expect(budget.held()).toBe(20_000);
  large.stream.end('x');
  await large.message;
  expect(budget.held()).toBe(20_001);
  large.room.release();
});

it('holds a client back while there is no room, and reads on when there is', async () => {
  const first = start();
  first.stream.end(Buffer.alloc(90_000));
  await first.message;
  const waiting = start();
  waiting.stream.write(Buffer.alloc(90_000, 'x'));
  await settled();
  expect(waiting.stream.isPaused()).toBe(true);
  waiting.stream.end();
  first.room.release();
  expect((await waiting.message).equals(Buffer.alloc(90_000, 'x'))).toBe(true);
  waiting.room.release();
});

it('reads a message to its end that found no room in time, keeps nothing of it, and answers 452', async () => {
  const first = start();
  first.stream.end(Buffer.alloc(90_000));
  await first.message;
  const refused = start();
  refused.stream.write(Buffer.alloc(50_000));
  refused.stream.end(Buffer.alloc(500_000));
  await expect(refused.message).rejects.toMatchObject({ responseCode: 452, message: /^4\.3\.1 / });
  expect(budget.held()).toBe(90_000);
  first.room.release();
});

it('gives room back as soon as a message is too large', async () => {
  const { stream, message } = start({ bytesMax: 50_000 });
  stream.write(Buffer.alloc(40_000));
  await settled();
  expect(budget.held()).toBe(40_000);
  stream.write(Buffer.alloc(20_000));
  await settled();
  expect(budget.held()).toBe(0);
  stream.end();
  await expect(message).rejects.toMatchObject({ responseCode: 552 });
});

it('ends a message that holds room and of which too little comes', async () => {
  const { stream, room, message } = start({ pace });
  stream.write(Buffer.alloc(20_000));
  await expect(message).rejects.toMatchObject({ responseCode: 421, message: /^4\.4\.2 / });
  room.release();
});

it('a session has patience with a message that holds none, and with one that it holds back itself', async () => {
  const typed = start({ pace });
  typed.stream.write('Subject: typed by hand\r\n');
  const first = start();
  first.stream.end(Buffer.alloc(90_000));
  await first.message;
  const waits = start({ pace, room: budget.open('one') });
  waits.stream.end(Buffer.alloc(90_000));
  // Several windows.
  await expect(waits.message).rejects.toMatchObject({ responseCode: 452 });
  typed.stream.end('\r\nx\r\n');
  expect((await typed.message).toString()).toContain('by hand');
  first.room.release();
});

it('joins chunks of any sizes in their order', () => {
  const kept = new KeptChunks();
  const sizes = [1, 3, 70_000, ...Array.from({ length: 1_000 }, (_, i) => i % 7), 65_536, 2];
  const sent = sizes.map((size, i) => Buffer.alloc(size, i % 256));
  for (const chunk of sent) kept.push(chunk);
  expect(kept.join().equals(Buffer.concat(sent))).toBe(true);
  expect(kept.join()).toHaveLength(0);
});
