import { replyLine, toReply } from './reply';

const reply = (code: number, ...lines: string[]) => toReply({ code, lines });

describe('a reply', () => {
  it('of several lines reads as one, its enhanced code once', () => {
    const found = reply(550, '550-5.1.1 The account', '550-5.1.1 does not exist.', '550 5.1.1 Sorry');
    expect(found).toEqual({ code: 550, text: '5.1.1 The account does not exist. Sorry' });
    expect(replyLine(found)).toBe('550 5.1.1 The account does not exist. Sorry');
  });

  it('without an enhanced code keeps its words', () => {
    expect(reply(250, '250 ok')).toEqual({ code: 250, text: 'ok' });
    expect(reply(250, '250')).toEqual({ code: 250, text: '' });
  });

  it('carries nothing that a database or a terminal stumbles over', () => {
    expect(reply(550, '550 5.1.1 a\u0000b\u001b[2Jc\ud800')).toEqual({
      code: 550,
      text: '5.1.1 a b [2Jc\ufffd',
    });
  });

  it('is cut where it is stored', () => {
    expect(replyLine({ code: 550, text: 'x'.repeat(5_000) })).toHaveLength(1_000);
  });
});
