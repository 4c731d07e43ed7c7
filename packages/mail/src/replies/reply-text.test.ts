import fc from 'fast-check';
import { replyText } from './reply-text';

const quote = '> Dear Ada,\n> your order is on its way.\n>\n> > and a quote in it\n';

/** What the programs write above what they quote, with the lines as they fold them. */
const introductions: readonly (readonly [program: string, introduction: string])[] = [
  ['Gmail, en', 'On Tue, Jan 2, 2024 at 3:04 AM Shop <hello@shop.test> wrote:'],
  ['Gmail, en, folded', 'On Tue, Jan 2, 2024 at 3:04 AM The Shop of a Long Name <\nhello@shop.test> wrote:'],
  ['Gmail, de', 'Am Di., 2. Jan. 2024 um 03:04 Uhr schrieb Shop <hello@shop.test>:'],
  ['Gmail, fr', 'Le mar. 2 janv. 2024 à 03:04, Shop <hello@shop.test> a écrit :'],
  ['Gmail, es', 'El mar, 2 ene 2024 a las 3:04, Shop (<hello@shop.test>) escribió:'],
  ['Gmail, it', 'Il giorno mar 2 gen 2024 alle ore 03:04 Shop <hello@shop.test> ha\nscritto:'],
  ['Gmail, pt-BR', 'Em ter., 2 de jan. de 2024 às 03:04, Shop <hello@shop.test>\nescreveu:'],
  ['Gmail, pt-PT', 'Shop <hello@shop.test> escreveu (terça, 2/01/2024 à(s) 03:04):'],
  ['Gmail, nl', 'Op di 2 jan 2024 om 03:04 schreef Shop <hello@shop.test>:'],
  ['Gmail, sv', 'Den tis 2 jan. 2024 kl 03:04 skrev Shop <hello@shop.test>:'],
  ['Gmail, pl', 'wt., 2 sty 2024 o 03:04 Shop <hello@shop.test> napisał(a):'],
  ['Gmail, zh', 'Shop <hello@shop.test> 于2024年1月2日周二 03:04写道：'],
  ['Gmail, ja', '2024年1月2日(火) 3:04 Shop <hello@shop.test>:'],
  ['Apple Mail, en', 'On 2. Jan 2024, at 03:04, Shop <hello@shop.test> wrote:'],
  ['Apple Mail, de', 'Am 02.01.2024 um 03:04 schrieb Shop <hello@shop.test>:'],
  ['Apple Mail, fr', 'Le 2 janv. 2024 à 03:04, Shop <hello@shop.test> a écrit :'],
  ['Apple Mail, it', 'Il giorno 2 gen 2024, alle ore 03:04, Shop <hello@shop.test> ha scritto:'],
  ['Apple Mail, zh', '在 2024年1月2日，下午3:04，Shop <hello@shop.test> 写道：'],
  ['Apple Mail, ja', '2024/01/02 3:04、Shop <hello@shop.test>のメール:'],
  ['Thunderbird, en', 'On 1/2/24 03:04, Shop wrote:'],
  ['Thunderbird, de', 'Am 02.01.24 um 03:04 schrieb Shop:'],
  ['Thunderbird, fr', 'Le 02/01/2024 à 03:04, Shop a écrit :'],
  ['Thunderbird, es', 'El 2/1/24 a las 3:04, Shop escribió:'],
  ['Thunderbird, nl', 'Op 02-01-2024 om 03:04 schreef Shop:'],
  ['163', 'At 2024-01-02 03:04:05, "Shop" <hello@shop.test> wrote:'],
];

const outlook: readonly (readonly [program: string, introduction: string])[] = [
  [
    'en',
    'From: Shop <hello@shop.test>\nSent: Tuesday, January 2, 2024 3:04 AM\nTo: Ada\nSubject: Your order',
  ],
  ['en, bold', '*From:* Shop <hello@shop.test>\n*Sent:* Tuesday\n*To:* Ada\n*Subject:* Your order'],
  [
    'de',
    'Von: Shop <hello@shop.test>\nGesendet: Dienstag, 2. Januar 2024 03:04\nAn: Ada\nBetreff: Bestellung',
  ],
  ['fr', 'De : Shop <hello@shop.test>\nEnvoyé : mardi 2 janvier 2024 03:04\nÀ : Ada\nObjet : Commande'],
  ['es', 'De: Shop <hello@shop.test>\nEnviado: martes, 2 de enero de 2024 3:04\nPara: Ada\nAsunto: Pedido'],
  ['it', 'Da: Shop <hello@shop.test>\nInviato: martedì 2 gennaio 2024 03:04\nA: Ada\nOggetto: Ordine'],
  [
    'pt',
    'De: Shop <hello@shop.test>\nEnviado: terça-feira, 2 de janeiro de 2024 03:04\nPara: Ada\nAssunto: x',
  ],
  ['nl', 'Van: Shop <hello@shop.test>\nVerzonden: dinsdag 2 januari 2024 03:04\nAan: Ada\nOnderwerp: x'],
  ['zh', '发件人: Shop <hello@shop.test>\n发送时间: 2024年1月2日 3:04\n收件人: Ada\n主题: 订单'],
  ['ja', '差出人: Shop <hello@shop.test>\n送信日時: 2024年1月2日 3:04\n宛先: Ada\n件名: 注文'],
];

describe('the new part of a reply', () => {
  it.each(introductions)('above what %s quotes', (_program, introduction) => {
    expect(replyText(`Thanks,\nit has come.\n\n${introduction}\n\n${quote}`)).toBe('Thanks,\nit has come.');
    // No empty line between.
    expect(replyText(`Thanks!\n${introduction}\n${quote}`)).toBe('Thanks!');
  });

  it.each(introductions)('above what %s quotes without a mark', (_program, introduction) => {
    expect(replyText(`Thanks!\n\n${introduction}\n\nDear Ada,\nyour order is on its way.`)).toBe('Thanks!');
  });

  it.each(introductions)('below what %s quotes', (_program, introduction) => {
    expect(replyText(`${introduction}\n${quote}\nThanks!`)).toBe('Thanks!');
  });

  it.each(outlook)("above Outlook's header, %s", (_language, header) => {
    expect(replyText(`Thanks!\n\n-- \nAda\n\n${header}\n\nDear Ada,\n`)).toBe('Thanks!\n\n--\nAda');
    expect(replyText(`Thanks!\n\n${'_'.repeat(32)}\n${header}\n\nDear Ada,\n`)).toBe('Thanks!');
  });

  it.each([
    '-----Original Message-----',
    '-------- Original Message --------',
    '-----Ursprüngliche Nachricht-----',
    "-----Message d'origine-----",
    '-----Mensaje original-----',
    '-----Messaggio originale-----',
    '-----Mensagem original-----',
    '-----Oorspronkelijk bericht-----',
    '------------------ 原始邮件 ------------------',
    '---- 回复的原邮件 ----',
  ])('above %s', (separator) => {
    expect(replyText(`Thanks!\n\n${separator}\nDear Ada,\n`)).toBe('Thanks!');
  });

  it('between quotes', () => {
    expect(replyText('On Tuesday Shop wrote:\n> One?\nYes.\n\n> Two?\n\nNo.\n')).toBe('Yes.\n\nNo.');
  });

  it('as it came over the wire', () => {
    expect(replyText('Thanks!\r\n\r\nOn 1/2/24 03:04, Shop wrote:\r\n> a\r\n')).toBe('Thanks!');
  });

  it.each([
    ['prose with a colon', 'On Monday you wrote:\nplease call.\nI did.'],
    ['a list', 'I need:\n- one\n- two\nFrom: here\nTo: there'],
    ['a rule', 'above\n-----\nbelow'],
    ['arrows', 'a -> b\n=> c'],
    ['nothing', ''],
  ])('everything, where nothing is quoted: %s', (_what, text) => {
    expect(replyText(text)).toBe(text);
  });

  it('is empty when all of it is quoted', () => {
    expect(replyText(`On 1/2/24 03:04, Shop wrote:\n${quote}`)).toBe('');
  });

  it('never throws, and adds nothing', () => {
    const line = fc.constantFrom(
      '> a',
      'b',
      '',
      'On 1/2/24 03:04, X wrote:',
      'From: a',
      'To: b',
      'Date: c',
      '--- ',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const given = new Set(lines.map((each) => each.trimEnd()));
        for (const each of replyText(lines.join('\n')).split('\n'))
          expect(given.has(each) || each === '').toBe(true);
      }),
    );
  });
});
