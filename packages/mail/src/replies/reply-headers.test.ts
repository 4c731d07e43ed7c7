import { headerFault } from '../headers/header-rules';
import { replyHeaders } from './reply-headers';

const answered = (headers: Readonly<Record<string, string>>, messageId: string | null = '<r@x.test>') =>
  replyHeaders({
    messageId,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    inReplyTo: '<unused@x.test>',
  });

describe('headers of a reply', () => {
  it('name the mail, behind its own references in their order', () => {
    expect(answered({ references: '<a@x.test> <b@x.test>', 'In-Reply-To': '<b@x.test>' })).toEqual({
      'In-Reply-To': '<r@x.test>',
      References: '<a@x.test> <b@x.test> <r@x.test>',
    });
  });

  it('take In-Reply-To for References if there are none and it names one mail', () => {
    expect(answered({ 'In-Reply-To': '<b@x.test>' }).References).toBe('<b@x.test> <r@x.test>');
    expect(answered({ 'In-Reply-To': '<a@x.test> <b@x.test>' }).References).toBe('<r@x.test>');
  });

  it('of a mail without Message-ID have only its references, and of one without any id nothing', () => {
    expect(answered({ References: '<a@x.test>' }, null)).toEqual({ References: '<a@x.test>' });
    expect(answered({}, null)).toEqual({});
  });

  it('name what the mail answered when its headers are gone', () => {
    const headers = replyHeaders({ messageId: '<r@x.test>', headers: null, inReplyTo: '<a@x.test>' });
    expect(headers).toEqual({ 'In-Reply-To': '<r@x.test>', References: '<a@x.test> <r@x.test>' });
  });

  it.each([
    ['a line break', '<a@x.test\r\nBcc:all@x.test>'],
    ['a control character', '<a\u0007@x.test>'],
    ['letters beyond ASCII', '<ä@x.test>'],
    ['a quoted part', '<"a b"@x.test>'],
    ['two at signs', '<a@b@x.test>'],
    ['more characters than a line has', `<${'a'.repeat(700)}@x.test>`],
  ])('leave out an id with %s', (_what, id) => {
    expect(answered({ References: '<ok@x.test>' }, id)).toEqual({ References: '<ok@x.test>' });
  });

  it('of a thread of thousands have the newest that fit in a header', () => {
    const ids = Array.from({ length: 5_000 }, (_each, n) => `<${String(n).padStart(40, '0')}@x.test>`);
    const { References = '', ...rest } = answered({ References: ids.join(' ') });
    expect(rest).toEqual({ 'In-Reply-To': '<r@x.test>' });
    expect(headerFault('References', References)).toBeNull();
    expect(References.split(' ').slice(-3)).toEqual([...ids.slice(-2), '<r@x.test>']);
  });
});
