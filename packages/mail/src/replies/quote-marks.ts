/**
 * How mail programs introduce what they quote, as they do it in the languages in which most mail is written: Gmail, Outlook,
 * Apple Mail, Thunderbird, Yahoo, QQ, GMX. All in lower case.
 */

/** `On Tuesday, Ada wrote:`. It begins with one of `starts`, ends with a colon, and has one of `verbs` in it. */
export const attributions: readonly {
  readonly starts: readonly string[];
  readonly verbs: readonly string[];
}[] = [
  { starts: ['on ', 'at '], verbs: ['wrote'] },
  { starts: ['am '], verbs: ['schrieb'] },
  { starts: ['le '], verbs: ['a écrit', 'écrit'] },
  { starts: ['el '], verbs: ['escribió'] },
  { starts: ['il ', 'in data '], verbs: ['ha scritto', 'scrisse'] },
  { starts: ['em ', 'no dia ', 'a '], verbs: ['escreveu'] },
  { starts: ['op '], verbs: ['schreef', 'het volgende geschreven'] },
  { starts: ['den ', 'på '], verbs: ['skrev'] },
  { starts: ['w dniu ', 'dnia '], verbs: ['pisze', 'napisał'] },
  { starts: ['dne '], verbs: ['napsal'] },
  { starts: [], verbs: ['kirjoitti', 'пишет', 'написал', 'yazdı'] },
  { starts: ['在'], verbs: ['写道', '寫道'] },
  { starts: [], verbs: ['のメール', 'のメッセージ', 'は書きました', '작성'] },
];

/** `-----Original Message-----`, whatever is around the words. */
export const separators: ReadonlySet<string> = new Set([
  'original message',
  'original appointment',
  'ursprüngliche nachricht',
  'originalnachricht',
  'original-nachricht',
  "message d'origine",
  'message d’origine',
  'message original',
  'message initial',
  'mensaje original',
  'messaggio originale',
  'mensagem original',
  'oorspronkelijk bericht',
  'origineel bericht',
  'original meddelelse',
  'oprindelig meddelelse',
  'ursprungligt meddelande',
  'wiadomość oryginalna',
  'исходное сообщение',
  '原始邮件',
  '回复的原邮件',
  '邮件原件',
  '原始郵件',
  '元のメッセージ',
]);

/** The first line of the header that Outlook puts above what it quotes. */
export const fromFields: ReadonlySet<string> = new Set(
  'from von de da van fra från od от lähettäjä 发件人 寄件者 差出人 送信者 보낸사람'.split(' '),
);

/** The lines that follow it. */
export const otherFields: ReadonlySet<string> = new Set(
  (
    'sent date to cc subject gesendet datum an betreff envoyé date à objet enviado fecha para asunto inviato data a ' +
    'oggetto assunto enviada verzonden aan onderwerp sendt dato til emne skickat till ämne wysłano do temat отправлено ' +
    'дата кому тема 发送时间 日期 收件人 抄送 主题 寄件日期 收件者 主旨 送信日時 日時 宛先 件名'
  ).split(' '),
);
