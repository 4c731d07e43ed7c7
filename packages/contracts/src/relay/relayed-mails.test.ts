import fc from 'fast-check';
import { FrameReader, relayedMailsLimits, writeFrames } from './relayed-mails';

it('frames come out as they went in, wherever the chunks end', () => {
  const frame = fc.record({
    head: fc.dictionary(fc.string(), fc.string()),
    body: fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()),
  });
  const ends = fc.array(fc.nat(200), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 8 }), ends, (frames, lengths) => {
      const bytes = writeFrames(frames);
      const reader = new FrameReader();
      let at = 0;
      const read = [...lengths, bytes.length].flatMap((length) =>
        reader.push(bytes.subarray(at, (at += length))),
      );
      expect(read).toEqual(frames.map(({ head, body }) => ({ head, body: Buffer.from(body) })));
      expect(reader.isComplete).toBe(true);
    }),
  );
});

it('takes no frame that would have to be waited for without end', () => {
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32BE(relayedMailsLimits.bytesMax, 4);
  expect(() => new FrameReader().push(prefix)).toThrow('too long');
});
