import { automaticMail } from './automatic-mail';

const mail = (...lines: string[]) =>
  lines.map((line) => {
    const colon = line.indexOf(':');
    return { key: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim() };
  });

describe('who wrote a mail', () => {
  it.each([
    ['RFC 3834', 'Auto-Submitted: auto-replied'],
    ['with a parameter', 'Auto-Submitted: auto-replied; owner-email="ada@example.com"'],
    ['in capitals', 'AUTO-SUBMITTED: Auto-Replied (vacation)'],
    ['Exchange', 'Subject: Automatic reply: Your order'],
    ['Exchange, German', 'Subject: Automatische Antwort: Ihre Bestellung'],
    ['Exchange, French', 'Subject: Réponse automatique : Votre commande'],
    ['Exchange, Chinese', 'Subject: 自动回复: 您的订单'],
    ['Exchange, Japanese', 'Subject: 自動応答：ご注文'],
    ['older Exchange', 'Subject: Out of Office: Your order'],
    ['qmail autoresponder', 'Precedence: auto_reply'],
    ['Plesk', 'X-Autorespond: Re: Your order'],
    ['cPanel', 'X-Autoreply: yes'],
  ])('a program that answers: %s', (_what, line) => {
    expect(automaticMail(mail(line))).toBe('reply');
  });

  it.each([
    ['a report of cron', 'Auto-Submitted: auto-generated'],
    ['a word that is not known yet', 'Auto-Submitted: auto-notified'],
    ['Exchange', 'X-Auto-Response-Suppress: DR, OOF, AutoReply'],
    ['a delivery report', 'Content-Type: multipart/report; report-type=delivery-status'],
    ['bulk', 'Precedence: bulk'],
    ['junk', 'Precedence: junk'],
    ['a newsletter', 'List-Unsubscribe: <https://example.com/u>'],
  ])('a program of its own accord: %s', (_what, line) => {
    expect(automaticMail(mail(line))).toBe('notification');
  });

  it.each([
    ['Precedence: list'],
    ['List-Id: <team.example.com>'],
    ['List-Post: <mailto:team@example.com>', 'List-Unsubscribe: <mailto:leave@example.com>'],
    ['Precedence: list', 'List-Unsubscribe: <mailto:leave@example.com>'],
  ])('a list, through which people write: %s', (...lines) => {
    expect(automaticMail(mail(...lines))).toBe('list');
  });

  it.each([
    [],
    ['Auto-Submitted: no'],
    ['Auto-Submitted:'],
    ['X-Auto-Response-Suppress: DR, RN, NRN'],
    ['X-Auto-Response-Suppress: None'],
    ['Precedence: first-class'],
    ['Subject: Re: Automatic reply: how do I turn it off'],
    ['Subject: Out of office party on Friday'],
    ['Subject: Out of the office?'],
    ['X-Autoreply: no'],
  ])('a person: %s', (...lines) => {
    expect(automaticMail(mail(...lines))).toBeNull();
  });

  it('the absence note of a list member is an answer, not a mail of the list', () => {
    expect(automaticMail(mail('List-Id: <team.example.com>', 'Auto-Submitted: auto-replied'))).toBe('reply');
  });

  it('the first field of a name counts', () => {
    expect(automaticMail(mail('Auto-Submitted: no', 'Auto-Submitted: auto-replied'))).toBeNull();
  });
});
