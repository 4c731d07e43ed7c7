import type { Transform } from 'node:stream';
import DataStream from 'nodemailer/lib/smtp-connection/data-stream';
import { endWithMessage } from './message-stream';

const crlf = '\r\n';

function chunksOf(stream: Transform, end: (stream: Transform) => void): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => resolve(chunks));
    stream.on('error', reject);
    end(stream);
  });
}

it('a message without a line to escape leaves as it is, final dot included, in one piece', async () => {
  const message = Buffer.from(`Subject: x${crlf}${crlf}a line${crlf}`.repeat(100));
  const chunks = await chunksOf(new DataStream(), (stream) => endWithMessage(stream, message));
  expect(chunks.map(String)).toEqual([`${String(message)}.${crlf}`]);
});

it('agrees with the client’s own escaping about any message', async () => {
  const pieces = ['.', '..', '\r', '\n', crlf, 'a', 'ü'];
  const messages = pieces.flatMap((a) =>
    pieces.flatMap((b) => pieces.flatMap((c) => pieces.map((d) => Buffer.from(a + b + c + d)))),
  );
  for (const message of messages) {
    const own = await chunksOf(new DataStream(), (stream) => stream.end(message));
    const ours = await chunksOf(new DataStream(), (stream) => endWithMessage(stream, message));
    expect([message, Buffer.concat(ours)]).toEqual([message, Buffer.concat(own)]);
  }
});
