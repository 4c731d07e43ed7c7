import fc from 'fast-check';
import { composeMessage } from '../composing/compose-message';
import { envelope, head, mail, replyTo, sendOf } from './incoming-mail.fixture';
import { parseIncomingMessage } from './incoming-message';
import { hasBareNewlineOrNul } from '../parsing/line-endings';

describe('properties', () => {
  const line = fc.oneof(
    fc.constantFrom(
      ...head,
      'Content-Type: multipart/mixed; boundary=B',
      '--B',
      '--B--',
      '',
      'Content-Transfer-Encoding: base64',
      'X-Postrider-Tag: a=b',
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  it('no message makes the parser throw, and what it accepts has a sender and a recipient', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const parsed = await parseIncomingMessage(Buffer.from(lines.join('\r\n')), envelope, () => false);
        if (parsed.ok)
          expect([parsed.send.from !== '', parsed.send.to]).toEqual([
            true,
            [expect.stringContaining('ada@example.com')],
          ]);
        else expect(parsed.reply.code).toBeGreaterThanOrEqual(500);
      }),
    );
  });

  it('a composed message read back is the request it was made from', async () => {
    const words = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .map((text) => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim());
    await fc.assert(
      fc.asyncProperty(words, words, async (subject, text) => {
        fc.pre(subject !== '' && text !== '');
        const raw = composeMessage({
          emailId: '1',
          domain: 'shop.example',
          date: new Date(0),
          from: 'a@shop.example',
          to: ['ada@example.com'],
          subject,
          text,
        });
        const send = await sendOf(raw);
        expect([send.subject, send.text?.trim(), hasBareNewlineOrNul(raw)]).toEqual([subject, text, false]);
      }),
    );
  });

  it('a deeply nested or huge message is answered, not followed', async () => {
    const nested = Array.from({ length: 2_000 }, (_, i) => [
      `Content-Type: multipart/mixed; boundary=B${i}`,
      '',
      `--B${i}`,
    ]).flat();
    expect(await replyTo(mail('From: a@shop.example', ...nested))).toBe('550 5.6.0');
    expect(await replyTo(mail('From: a@shop.example', `X-A: ${'x'.repeat(2_000_000)}`, '', 'x'))).toBe(
      '552 5.3.4',
    );
  });
});
