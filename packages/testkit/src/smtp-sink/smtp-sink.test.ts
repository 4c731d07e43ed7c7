import net from 'node:net';
import { once } from 'node:events';
import { eventuallyPasses } from '../eventually';
import type { SinkBehaviour } from './sink-behaviour';
import { startSmtpSink, type SmtpSink } from './start-smtp-sink';

let sink: SmtpSink;
beforeEach(async () => {
  sink = await startSmtpSink();
});
afterEach(() => sink.close());

/** Sends the commands line by line; returns the replies' first lines, `closed` when it was cut. */
async function send(to = 'a@x.test'): Promise<string[]> {
  const socket = net.connect(sink.port, sink.host);
  const replies: string[] = [];
  const lines = [
    'EHLO client',
    'MAIL FROM:<s@x.test>',
    `RCPT TO:<${to}>`,
    'DATA',
    'Subject: hi\r\n\r\n..dot\r\n.',
  ];
  socket.on('data', (chunk: Buffer) => {
    const last = chunk.toString().trimEnd().split('\r\n').at(-1) ?? '';
    replies.push(last);
    const next = last.startsWith('5') || last.startsWith('4') ? undefined : lines.shift();
    if (next) socket.write(`${next}\r\n`);
    else socket.end();
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return replies;
}

test('keeps envelope and raw bytes, dot-stuffing undone', async () => {
  expect((await send()).at(-1)).toMatch(/^250 2\.0\.0/);
  expect(sink.messages).toMatchObject([{ from: 's@x.test', to: ['a@x.test'], accepted: true }]);
  expect(sink.messages[0]?.raw.toString()).toBe('Subject: hi\r\n\r\n.dot\r\n');
});

const refusals: [SinkBehaviour & { kind: 'reject' }, string][] = [
  [{ kind: 'reject', at: 'rcpt', code: 550, text: '5.1.1 no such user' }, '550 5.1.1 no such user'],
  [{ kind: 'reject', at: 'mail', code: 421 }, '421 4.0.0 try again later'],
  [{ kind: 'reject', at: 'end-of-data', code: 452, text: 'full' }, '452 4.0.0 full'],
];
test.each(refusals)('the sink answers as configured: %j', async (behaviour, reply) => {
  sink.behave(behaviour);
  expect((await send()).at(-1)).toBe(reply);
});

test('a dropped connection after the final dot leaves a message that was not accepted', async () => {
  sink.behave({ kind: 'drop', at: 'end-of-data' });
  expect((await send()).at(-1)).toMatch(/^354/);
  expect(sink.messages).toMatchObject([{ accepted: false }]);
});

test('hangs after the final dot until the sink is closed', async () => {
  sink.behave({ kind: 'hang', at: 'end-of-data' });
  const sending = send();
  await eventuallyPasses(() => expect(sink.messages).toMatchObject([{ accepted: false }]));
  expect(sink.openConnections).toBe(1);
  await sink.close();
  expect((await sending).at(-1)).toMatch(/^354/);
});

test('behaves for each recipient as the script says, changeable between messages', async () => {
  sink.behave(({ to }) =>
    to[0]?.startsWith('bad') ? { kind: 'reject', at: 'rcpt', code: 550 } : { kind: 'accept' },
  );
  expect((await send('bad@x.test')).at(-1)).toMatch(/^550/);
  expect((await send('good@x.test')).at(-1)).toMatch(/^250/);
  sink.behave({ kind: 'accept' });
  expect((await send('bad@x.test')).at(-1)).toMatch(/^250/);
});
