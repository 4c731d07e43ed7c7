import { plainName } from './plain-name';

/** What exports say about consent: booleans and status words in the languages of spreadsheets and newsletter services, as data. */
export type Standing = 'complained' | 'bounced' | 'unsubscribed' | 'not_subscribed' | 'subscribed';

/** The first that a row says holds. */
export const strongestStandings: readonly Standing[] = [
  'complained',
  'bounced',
  'unsubscribed',
  'not_subscribed',
  'subscribed',
];

/** Booleans as Excel, LibreOffice, databases and people write them, by language: yes, then no. */
const booleans: readonly (readonly [yes: string, no: string])[] = [
  ['1 true t yes y on x checked ✓ ✔ ☑ ✅', '0 false f no n off never unchecked ✗ ✘ ☐ ❌'], // and PostgreSQL, MySQL, forms
  ['wahr ja j ein', 'falsch nein aus'], // German
  ['vrai oui o', 'faux non'], // French
  ['verdadero si s', 'falso no'], // Spanish
  ['verdadeiro sim', 'falso não'], // Portuguese
  ['vero sì', 'falso no'], // Italian
  ['cert sí', 'fals no'], // Catalan
  ['waar ja', 'onwaar nee neen'], // Dutch
  ['sant ja', 'falskt nej'], // Swedish
  ['sand ja', 'falsk nej'], // Danish
  ['sann ja', 'usann nei'], // Norwegian
  ['tosi kyllä', 'epätosi ei'], // Finnish
  ['prawda tak', 'fałsz nie'], // Polish
  ['pravda ano áno', 'nepravda ne nie'], // Czech, Slovak
  ['igaz igen', 'hamis nem'], // Hungarian
  ['adevărat da', 'fals nu'], // Romanian
  ['doğru evet', 'yanlış hayır'], // Turkish
  ['αληθής αληθες ναι', 'ψευδής ψευδες όχι'], // Greek
  ['tõene jah', 'väär ei'], // Estonian
  ['patiess jā', 'aplams nē'], // Latvian
  ['tiesa teisinga taip', 'netiesa klaidinga ne'], // Lithuanian
  ['istina točno da', 'laž netočno ne'], // Croatian, Slovenian, Serbian
  ['истина да д', 'ложь нет'], // Russian
  ['істина так', 'хибність ні'], // Ukrainian
  ['истина да', 'лъжа не'], // Bulgarian
  ['benar ya', 'salah tidak'], // Indonesian
  ['đúng có', 'sai không'], // Vietnamese
  ['真 是 有', '假 否 无 無 不是'], // Chinese
  ['はい 真 有', 'いいえ 偽 無'], // Japanese
  ['예 네 참', '아니요 아니오 거짓'], // Korean
  ['نعم صحيح صواب', 'لا خطأ'], // Arabic
  ['כן אמת', 'לא שקר'], // Hebrew
  ['بله درست', 'خیر نادرست'], // Persian
  ['हाँ सही सत्य', 'नहीं गलत असत्य'], // Hindi
  ['ใช่ จริง', 'ไม่ใช่ เท็จ ไม่'], // Thai
];

/**
 * Only in columns with a yes or no. `-1` is TRUE in Access and Visual Basic, and in a column of status numbers a state that differs by
 * program. `x` marks a row.
 */
const markOnly = new Set(['-1', 'x', '✓', '✔', '☑', '✅', '✗', '✘', '☐', '❌']);

/** Status words in English, then in other languages; several words are joined by `_`. */
const words: Readonly<Record<Standing, readonly string[]>> = {
  complained: [
    'complained complaint complaints spam spam_complaint spam_report spam_reported spam_complaining',
    'marked_as_spam reported_spam reported_as_spam abuse abuse_complaint junk',
    'beschwerde spambeschwerde plainte queja denuncia reclamo жалоба 投诉 垃圾邮件投诉 苦情 스팸신고',
  ],
  bounced: [
    'bounced bounce hard_bounce hard_bounced cleaned invalid invalid_email undeliverable malformed on_hold_bounce',
    'unzustellbar zurückgekommen rejeté rebotado rebote rimbalzato devolvido teruggestuurd odbity',
    'недоставлено возврат 退信 硬退信 不達 반송',
  ],
  unsubscribed: [
    'unsubscribed unsubscribe unsubscriber opted_out opt_out optedout_all out cancelled canceled inactive disabled',
    'blocklisted blacklisted blocked suppressed user_suppressed manually_suppressed globally_unsubscribed',
    'global_unsubscribe do_not_email do_not_contact do_not_allow do_not_send stopped on_hold_opt_out deactivated',
    'abgemeldet ausgetragen abbestellt gesperrt deaktiviert inaktiv',
    'désabonné désabonnée désabonnés désinscrit désinscrite inactif bloqué',
    'desuscrito dado_de_baja de_baja baja no_suscrito cancelado bloqueado inactivo',
    'descadastrado descadastrada desinscrito inativo bloqueada',
    'disiscritto disiscritta cancellato disattivato non_iscritto inattivo',
    'uitgeschreven afgemeld inactief geblokkeerd avregistrerad avprenumererad afmeldt avmeldt peruutettu',
    'wypisany wypisana wypisani nieaktywny odhlášen odhlášeno odhlásený leiratkozott leiratkozva dezabonat',
    'abonelikten_çıktı abonelikten_ayrıldı pasif διαγραμμένος απεγγραφή',
    'отписан отписана отписался отписалась отписано отписка заблокирован неактивен відписаний відписався отписан_се',
    '退订 已退订 取消订阅 已取消订阅 退訂 已退訂 取消訂閱 拒收 黑名单 配信停止 購読解除 解除済み 解除',
    '수신거부 구독취소 구독해지 해지 إلغاء_الاشتراك ألغى_الاشتراك غير_مشترك ملغى הוסר הסיר_הרשמה לא_רשום لغو_اشتراك',
    'berhenti_berlangganan đã_hủy_đăng_ký hủy_đăng_ký ยกเลิกการสมัคร',
  ],
  not_subscribed: [
    'unconfirmed not_confirmed pending pending_confirmation awaiting_confirmation validating needs_approval',
    'non_subscribed not_subscribed never_subscribed transactional no_permissions_set not_set none no_consent',
    'non_marketing_contact archived deleted removed temporary_hold on_hold unactivated not_activated upcoming spammy',
    'unbestätigt nicht_bestätigt ausstehend gelöscht non_confirmé en_attente sin_confirmar pendiente',
    'pendente não_confirmado in_attesa non_confermato niet_bevestigd niepotwierdzony nepotvrzený',
    'неподтвержден неподтверждён не_подтвержден ожидает удален удалён 未确认 待确认 未確認 保留 미확인 대기',
  ],
  subscribed: [
    'subscribed subscriber active enabled confirmed opted_in opt_in cold engaged regular premium gifted allow allowed',
    'send marketing_contact express expressed implied explicit double_opt_in single_opt_in activated',
    'angemeldet abonniert aktiv bestätigt aktiviert eingetragen abonné abonnée inscrit inscrite actif active confirmé',
    'suscrito suscripto activo activa confirmado inscrito inscrita ativo ativa iscritto iscritta attivo confermato',
    'ingeschreven aangemeld actief bevestigd prenumererar tilmeldt påmeldt tilaaja',
    'zapisany zapisana aktywny potwierdzony přihlášen přihlášeno aktivní feliratkozott aktív abonat activ',
    'abone aktif etkin εγγεγραμμένος ενεργός подписан подписана подписался подписчик активен активный подтвержден',
    'підписаний активний абониран 订阅 已订阅 訂閱 已訂閱 有效 活跃 購読中 配信中 有効 구독 구독중 수신동의 활성',
    'مشترك نشط مفعل רשום פעיל מנוי مشترک فعال berlangganan aktif đã_đăng_ký สมัครแล้ว',
  ],
};

/** Words with other meanings: in a column of an unknown name they say nothing about consent. */
const ambiguous = new Set(
  plainWords([
    'out cancelled canceled inactive disabled blocked stopped invalid malformed cleaned bounce spam junk abuse complaint',
    'complaints deactivated none gesperrt deaktiviert inaktiv inactif bloqué cancelado bloqueado inactivo inativo bloqueada',
    'cancellato disattivato inattivo inactief geblokkeerd peruutettu nieaktywny pasif заблокирован неактивен 解除 해지 ملغى',
    'do_not_allow do_not_send baja rebote reclamo queja denuncia plainte beschwerde жалоба возврат 投诉 苦情 拒收 הוסר',
    'devolvido rejeté teruggestuurd 黑名单 解除済み',
  ]),
);

const answerOfWord: ReadonlyMap<string, 'yes' | 'no'> = new Map(
  booleans.flatMap(([yes, no]) => [
    ...yes.split(' ').map((word) => [wordOf(word), 'yes'] as const),
    ...no.split(' ').map((word) => [wordOf(word), 'no'] as const),
    ['-1', 'yes'] as const,
  ]),
);

const standingOfWord: ReadonlyMap<string, Standing> = new Map(
  strongestStandings.flatMap((standing) => wordsOf(standing).map((word) => [word, standing])),
);

/** A cell that is blank, or as databases export one: it says nothing. Everything else says something. */
export function isBlank(value: string): boolean {
  return /^(?:|null|\(null\)|\\n|nan|undefined|\[\]|\{\})$/i.test(value.trim());
}

/** The text of a cell as the tables have it. A sign counts, and what has neither letters nor digits stays as it is. */
export function wordOf(value: string): string {
  const text = value.trim();
  if (/^[-\u2212]?\d{1,3}(?:[.,]0{1,6})?$/.test(text)) {
    return String(Number(text.replace(',', '.').replace('\u2212', '-')));
  }
  return plainName(text) || text.replace(/[\ufe00-\ufe0f]/g, '');
}

/** In a column with a yes or no. */
export function answerOf(word: string): 'yes' | 'no' | null {
  return answerOfWord.get(word) ?? null;
}

/** A status word that is no boolean. */
export function standingOf(word: string): Standing | null {
  return standingOfWord.get(word) ?? null;
}

/** In a column with a status: yes is subscribed, no is unsubscribed. */
export function statusOf(word: string): Standing | null {
  const standing = standingOf(word);
  if (standing !== null || markOnly.has(word)) return standing;
  const answer = answerOf(word);
  return answer === null ? null : answer === 'yes' ? 'subscribed' : 'unsubscribed';
}

/** Whether a word says, in a column of any name, that an address gets no more mail. */
export function isUnmistakable(word: string): boolean {
  const standing = standingOf(word);
  return (
    (standing === 'unsubscribed' || standing === 'bounced' || standing === 'complained') &&
    !ambiguous.has(word)
  );
}

/** As cells are compared with them. */
export function wordsOf(standing: Standing): string[] {
  return plainWords(words[standing]);
}

function plainWords(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' ')).map(plainName);
}
