import fc from 'fast-check';
import { emailIdReference, threadReferences } from './thread-references';

const read = (inReplyTo: string | null, references: string | null = null) =>
  threadReferences({ inReplyTo, references });

describe('the mails that a mail answers', () => {
  it.each([
    ['one', '<a@x.test>', ['<a@x.test>']],
    ['folded', '\r\n <a@x.test>\r\n\t<b@x.test>', ['<a@x.test>', '<b@x.test>']],
    ['without blanks between', '<a@x.test><b@x.test>', ['<a@x.test>', '<b@x.test>']],
    ['a fold within an id', '<a-very-long-left-part\r\n @x.test>', ['<a-very-long-left-part@x.test>']],
    ['a comment', '(answer (to) Ada) <a@x.test> (sent by <b@x.test>)', ['<a@x.test>']],
    ['a comment that never ends', '(answer to Ada <a@x.test>', ['<a@x.test>']],
    ['a phrase, as of old', 'Your message of "Tue, 2 Jan <b@x.test>" <a@x.test>', ['<a@x.test>']],
    ['no brackets', 'a@x.test b@x.test', ['<a@x.test>', '<b@x.test>']],
    ['no closing bracket', '<a@x.test', ['<a@x.test>']],
    ['no opening bracket', 'a@x.test>', ['<a@x.test>']],
    ['commas between', '<a@x.test>, <b@x.test>', ['<a@x.test>', '<b@x.test>']],
    ['twice the same', '<a@x.test> <a@x.test>', ['<a@x.test>']],
    ['brackets doubled', '<<a@x.test>>', ['<a@x.test>']],
    ['words', 'no id in here', []],
    ['nothing', '', []],
  ])('%s', (_what, inReplyTo, ids) => {
    expect(read(inReplyTo)).toEqual(ids);
  });

  it('In-Reply-To comes first, then References from the newest back', () => {
    expect(read('<c@x.test>', '<a@x.test> <b@x.test> <c@x.test>')).toEqual([
      '<c@x.test>',
      '<b@x.test>',
      '<a@x.test>',
    ]);
    expect(read(null, '<a@x.test>\r\n <b@x.test>')).toEqual(['<b@x.test>', '<a@x.test>']);
  });

  it('no more than fifty, the newest', () => {
    const ids = Array.from({ length: 5_000 }, (_none, i) => `<${i}@x.test>`);
    expect(read(null, ids.join('\r\n '))).toEqual(ids.toReversed().slice(0, 50));
  });

  it('never throws, and gives nothing that could break out of its brackets', () => {
    const part = fc.constantFrom('<', '>', '(', ')', '"', '\\', '@', 'a', ' ', '\r\n\t', ',', '\0');
    const value = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(value, value, (inReplyTo, references) => {
        for (const id of read(inReplyTo, references)) expect(id).toMatch(/^<[^\s<>]+@[^\s<>]+>$/);
      }),
    );
  });
});

describe('an email named by its id', () => {
  const emailId = '019a8f00-1234-7abc-8def-0123456789ab';

  it('is distinguished from other Message-IDs, in any case', () => {
    expect(emailIdReference(`<${emailId}@Shop.Test>`)).toEqual({ emailId, domain: 'shop.test' });
    expect(emailIdReference(`<${emailId.toUpperCase()}@shop.test>`)?.emailId).toBe(emailId);
  });

  it.each(['<a@shop.test>', `<x${emailId}@shop.test>`, `<${emailId}>`, '<@>', ''])('%s is none', (id) => {
    expect(emailIdReference(id)).toBeNull();
  });
});
