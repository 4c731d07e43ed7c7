import { readReply, replyLine } from './reply';

describe('a reply', () => {
  it('of several lines reads as one, its enhanced code once', () => {
    const reply = readReply('550-5.1.1 The account\r\n550-5.1.1 does not exist.\r\n550 5.1.1 Sorry');
    expect(reply).toEqual({ code: 550, text: '5.1.1 The account does not exist. Sorry' });
    expect(replyLine(reply)).toBe('550 5.1.1 The account does not exist. Sorry');
  });

  it('without an enhanced code keeps its words', () => {
    expect(readReply('250 ok')).toEqual({ code: 250, text: 'ok' });
    expect(readReply('250')).toEqual({ code: 250, text: '' });
  });

  it('carries nothing that a database or a terminal stumbles over', () => {
    expect(readReply('550 5.1.1 a\u0000b\u001b[2Jc\ud800')).toEqual({
      code: 550,
      text: '5.1.1 a b [2Jc\ufffd',
    });
  });

  it('is cut where it is stored', () => {
    expect(replyLine({ code: 550, text: 'x'.repeat(5_000) })).toHaveLength(1_000);
  });
});
