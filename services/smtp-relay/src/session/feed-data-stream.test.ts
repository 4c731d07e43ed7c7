import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { feedDataStream } from './feed-data-stream';

/** What is made of DATA that comes in these chunks: the message, and the command behind it. */
async function read(parser: SMTPStream, chunks: readonly Buffer[]) {
  const command = new Promise<string>((resolve) => {
    parser.oncommand = (line, next) => {
      resolve(line.toString('latin1'));
      next?.();
    };
  });
  const stream = parser.startDataMode();
  const parts: Buffer[] = [];
  const message = new Promise<string>((resolve) => {
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => resolve(Buffer.concat(parts).toString('latin1')));
  });
  parser.continue();
  for (const chunk of chunks) parser.write(chunk);
  return { message: await message, command: await command, bytes: parser.dataBytes };
}

const likeTheLibrary = (): SMTPStream => new SMTPStream();
const quickly = (): SMTPStream => Object.assign(new SMTPStream(), { _feedDataStream: feedDataStream });

const text = (length: number): string => 'x'.repeat(length);
const dots = [
  ...['\r\n', '\r\n.', '\r\n..', '\n.', '.', '..', '\r', '\n', '\r\n.\r', '.\r\n', 'a\n.\r\n', ' '],
  ...[text(1), text(70), text(600), text(2_000)],
];

/** The same numbers at each run (Park and Miller). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it('finds the same message and the same end as the library, wherever chunks end', async () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const next = numbersFrom(seed);
    const pieces = Array.from({ length: next(30) }, () => dots[next(dots.length)]);
    const sent = Buffer.from(`${pieces.join('')}\r\n.\r\nNOOP\r\n`, 'latin1');
    const chunkBytesMax = 1 + next(3_000);
    const chunks: Buffer[] = [];
    for (let at = 0; at < sent.length;) {
      const end = at + 1 + next(chunkBytesMax);
      chunks.push(sent.subarray(at, end));
      at = end;
    }
    expect({ seed, ...(await read(quickly(), chunks)) }).toEqual({
      seed,
      ...(await read(likeTheLibrary(), chunks)),
    });
  }
});

it.each([
  ['in one chunk', 100_000, 200_000],
  ['in many', 1_000_000, 16_384],
])('hands on a long message whole, %s', async (_how, length, chunkBytes) => {
  const sent = Buffer.from(`${text(length)}\r\n..dot\r\n.\r\nNOOP\r\n`);
  const chunks = Array.from({ length: Math.ceil(sent.length / chunkBytes) }, (_none, index) =>
    sent.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  expect(await read(quickly(), chunks)).toEqual({
    message: `${text(length)}\r\n.dot\r\n`,
    command: 'NOOP',
    bytes: length + 8,
  });
});

it('holds the client back while nobody takes the message', async () => {
  const parser = quickly();
  const stream = parser.startDataMode();
  let isTaken = false;
  parser.write(Buffer.from(text(1_000_000)), () => (isTaken = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(false);
  const taken = new Promise((resolve) => parser.once('drain', resolve));
  stream.resume();
  await taken;
  expect(isTaken).toBe(true);
});
