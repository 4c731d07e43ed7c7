import { plainName } from './plain-name';
import { isUnmistakable, wordOf } from './status-words';

const stem = (words: string): RegExp => new RegExp(words.split(' ').map(plainName).join('|'), 'u');

/** Parts of names of columns that say that an address gets no mail, in the languages of the services. */
const negative = stem(
  [
    'unsub optout optedout optingout blacklist blocklist denylist suppress bounce complain spam onhold',
    'donotmail donotemail donotcontact donotsend donotmarket donotbulk donotallow dontmail dontemail dontcontact dontsend',
    'nobulk noemail nomail nomarketing nonewsletter neveremail stopmail stopemail excludedfrom emailinvalid invalidemail emaildisabled',
    'abgemeldet abmeld abbestell austrag gesperrt keinewerbung keinemail keinnewsletter werbesperre',
    'désabonn désinscri nepascontacter refus desuscri dadodebaja bajaemail nocontactar descadastr desinscri nãocontatar',
    'disiscri noncontattare cancellazione uitgeschreven uitschrijf afgemeld afmeld avregistr avmeld avprenumer',
    'wypis odhláš leiratkoz dezabon отпис отказ чёрныйсписок 退订 取消订阅 退訂 黑名单 配信停止 解除 수신거부 구독취소 إلغاء',
  ].join(' '),
);

/** Parts of names that say that an address gets mail. */
const positive = stem(
  [
    'optin optedin optingin subscri consent permission newsletter mailinglist gdpr dsgvo doubleoptin emailmarketing',
    'marketingemail marketingmail marketingstatus bulkemail bulkmail acceptsmarketing receiveemail receivemail receivemarketing',
    'einwilligung zustimmung anmeldestatus angemeldet abonn consentement inscrit consentimiento suscri boletin permiso',
    'consenso iscritt toestemming ingeschreven samtycke prenumer tilmeld påmeld zgoda subskryp souhlas hozzájár feliratk',
    'abone подпис согласие рассылк 订阅 訂閱 同意 購読 配信 구독 동의 اشتراك הרשמה',
  ].join(' '),
);

/** Of another way to reach a person. */
const otherChannel = /sms|phone|whatsapp|viber|telegram|push|fax|postal|donotcall/;
/** First words of names of columns that count something. */
const counts = new Set(['number', 'count', 'total', 'anzahl', 'nombre']);
/** Last words of names that say who, where or how many, and nothing about the state. */
const details = new Set(
  (
    'id ids count counts number numbers title titles campaign campaigns ip ips address url urls uri link links source sources ' +
    'method methods form forms page pages tier tiers plan plans price prices rate rates score scores frequency language locale ' +
    'agent version detail details comment comments note notes hash token key keys html'
  ).split(' '),
);
/** Last words of names that say when a consent was given, and the like. */
const moments = new Set(
  'date time timestamp at on since until expiry expires name names format interests topics lists'.split(' '),
);
/** Of known exports, beside a column with the status. */
const harmless = new Set([
  ...[
    'activesubscription',
    'marketingemailsbounced',
    'marketingemailsdelivered',
    'marketingemailsopened',
    'marketingemailsreplied',
  ],
  ...['marketingemailsclicked', 'lastmarketingemailname', 'subscriberid', 'subscriptiontier'],
  // Letters and calls of Dynamics 365.
  ...[
    'donotallowmails',
    'donotallowbulkmails',
    'donotpostalmail',
    'donotbulkpostalmail',
    'donotallowphonecalls',
    'donotallowfaxes',
  ],
]);

/**
 * Whether a column that is not recognised may decide who gets mail: it may say who left (`negative`) or who subscribed. As a property it
 * would be ignored, and its contacts subscribed.
 * @param hasStatus the file has another column with the status: reasons and the like only explain it
 */
export function looksLikeConsent(
  field: string,
  { hasStatus }: { readonly hasStatus: boolean },
): 'negative' | 'positive' | null {
  const name = plainName(field);
  const tokens = wordsOfName(field);
  const last = tokens.at(-1) ?? '';
  if (harmless.has(name) || details.has(last) || counts.has(tokens[0] ?? '') || tokens.includes('html'))
    return null;
  if (otherChannel.test(name) && !name.includes('mail')) return null;
  if (hasStatus && /^(?:reasons?|other|cause|type)$/.test(last)) return null;
  if (negative.test(name)) return 'negative';
  const isMoment = moments.has(last) || /^(?:date|time)$/.test(tokens[0] ?? '');
  return positive.test(name) && !isMoment ? 'positive' : null;
}

/** `UnsubCampaignTitle` and `UNSUB_CAMPAIGN_TITLE` have three. */
function wordsOfName(field: string): string[] {
  const spaced = field.normalize('NFKC').replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2');
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The words of a column of an unknown name that say that people left. */
export function leavingWord(value: string): string | null {
  return value.length <= 60 && isUnmistakable(wordOf(value)) ? value.trim() : null;
}

/** Why a file is refused, and what to do. */
export function mustBeMapped(columns: readonly string[], words: readonly string[] = []): string {
  const names = columns.map((name) => JSON.stringify(name.trim().slice(0, 60))).join(', ');
  const which = columns.length === 1 ? 'The column' : 'The columns';
  const values = words.length === 0 ? '' : ` (${words.map((word) => JSON.stringify(word)).join(', ')})`;
  return (
    `${which} ${names}${values} may say who must not get email. Map each of them with \`columns\`: \`status\` for a column with a ` +
    'subscription status, `unsubscribed` for one that marks who left by yes or a time, `subscribed` for one that marks who subscribed, ' +
    '`ignore` or `properties.<name>` for one that says something else.'
  );
}
