import { headerOf } from '../system/received-mail';
import { copiesOf, emailThatIs, message, present, running } from './running-system';

const emojiSubject = '🎉'.repeat(499);

/** The one copy of what was sent with these changes. */
async function arrived(changes: Readonly<Record<string, unknown>>) {
  const { id } = await running()
    .api()
    .send({ ...message('grace@recipients.test'), ...changes });
  await emailThatIs('delivered', id);
  return present(copiesOf(id)[0]);
}

export function addressing(): void {
  // The sink shows domains decoded; that SMTPUTF8 was not asked for tells that the envelope was ASCII.
  test('an internationalized domain is A-labels on the wire, in envelope and header', async () => {
    const copy = await arrived({ to: 'Bücher <post@bücher.example>', reply_to: 'hilfe@bücher.example' });
    expect(copy).toMatchObject({ to: ['post@bücher.example'], smtpUtf8: false });
    expect(headerOf(copy, 'to')).toMatch(/^=\?utf-8\?Q\?B=C3=BCcher\?= <post@xn--bcher-kva\.example>$/i);
    expect(headerOf(copy, 'reply-to')).toBe('hilfe@xn--bcher-kva.example');
  });

  test('an internationalized local part travels by SMTPUTF8, also when only a header holds one', async () => {
    const copy = await arrived({ to: 'пётр@пример.рф' });
    expect(copy).toMatchObject({ to: ['пётр@пример.рф'], smtpUtf8: true });
    expect(headerOf(copy, 'to')).toBe('пётр@xn--e1afmkfd.xn--p1ai');
    expect(await arrived({ reply_to: 'пётр@пример.рф' })).toMatchObject({ smtpUtf8: true });
    expect(await arrived({})).toMatchObject({ smtpUtf8: false });
  });

  test('names in every script arrive as typed', async () => {
    for (const name of ['Юлия', '日本語', 'محمد', 'สมชาย', 'Ελένη', '👩‍🚀 Ana', 'Ünal "Ü" <Ö>, Co']) {
      const copy = await arrived({ to: `${JSON.stringify(name)} <grace@recipients.test>` });
      expect(decoded(headerOf(copy, 'to'))).toBe(`${name} <grace@recipients.test>`);
    }
  });

  test('a quoted local part stays quoted', async () => {
    const copy = await arrived({ to: '"grace,admiral"@recipients.test' });
    expect(copy.to).toEqual(['"grace,admiral"@recipients.test']);
    expect(headerOf(copy, 'to')).toBe('"grace,admiral"@recipients.test');
  });

  test.each([
    ['a subject of 998 characters without a blank', 'x'.repeat(998)],
    ['a subject of emoji', emojiSubject],
    ['a subject that looks like an encoded word', '=?utf-8?Q?Hi?= there'],
  ])('%s arrives as typed, in lines of at most 998 octets', async (_, subject) => {
    const copy = await arrived({ subject, headers: { 'X-Token': 't'.repeat(1_000) } });
    expect(decoded(headerOf(copy, 'subject'))).toBe(subject);
    expect(decoded(headerOf(copy, 'x-token'))).toBe('t'.repeat(1_000));
    const lines = copy.raw.toString('latin1').split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  test('a group is refused, and the answer names the field', async () => {
    const answer = await running()
      .api()
      .request('POST', '/emails', {
        body: { ...message('grace@recipients.test'), cc: ['Team: a@b.test, c@d.test;'] },
      });
    expect(answer).toMatchObject({ status: 422 });
    expect(JSON.stringify(answer)).toContain('cc: a group, not an email address');
  });
}

/** Adjacent encoded words (RFC 2047) without the blanks between them; other text as it is. */
function decoded(value: string | undefined): string {
  const joined = (value ?? '').replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) => {
    const octets = [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, encoding, text = '']) =>
      encoding?.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : fromQ(text),
    );
    return Buffer.concat(octets).toString();
  });
}

function fromQ(text: string): Buffer {
  const octets = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1');
}
