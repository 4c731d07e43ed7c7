/** What wrote a mail, when it was not a person. None of these is ever answered (RFC 3834 section 2). */
export type AutomaticMail =
  /** An answer by a program: absence note, receipt, "we have got your mail". */
  | 'reply'
  /** Sent by a program without a person's request: a report, a notification, a newsletter. */
  | 'notification'
  /** Passed on by a mailing list; a person may have written it. */
  | 'list';

/** A header field; the key in lower case. */
export interface MailHeader {
  readonly key: string;
  readonly value: string;
}

/**
 * What programs put at the beginning of the subject of an absence note: Exchange and Outlook, Gmail, GroupWise, Notes in the
 * languages in which they are sold. Only the beginning, and with what follows it: "Out of office party" is from a person.
 */
const replySubject =
  /^(?:\[?(?:auto(?:matic)?[- ]?reply|auto[- ]?response|automatische antwort|abwesenheits(?:notiz|nachricht)|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|automatiskt svar|automatisk svar|autosvar|odpowiedź automatyczna|автоответ|автоматический ответ|自动回复|自動回覆|自動返信|自動応答)\]?\s*[:：]|out of (?:the )?office(?: auto-?reply| notification)?\s*:|absence du bureau\s*:|fuera de (?:la )?oficina\s*:|fuori sede\s*:|afwezig(?:heid)?\s*:)/i;

const reportType = /^\s*multipart\/report\b/i;

/**
 * Whether a mail was written by a machine, by what its header says (RFC 3834, RFC 2919, RFC 2369, MS-OXCMAIL). What is certain
 * comes first: a list passes on an absence note with the sender's Auto-Submitted still in it.
 */
export function automaticMail(headers: readonly MailHeader[]): AutomaticMail | null {
  const first = firstValues(headers);
  const token = (key: string): string =>
    /^[\s]*([\w-]*)/.exec(first.get(key) ?? '')?.[1]?.toLowerCase() ?? '';

  const submitted = token('auto-submitted');
  if (submitted === 'auto-replied') return 'reply';
  if (
    ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-auto-reply'].some((key) => isSet(first.get(key)))
  ) {
    return 'reply';
  }
  const precedence = token('precedence');
  if (precedence === 'auto_reply' || token('x-precedence') === 'auto_reply') return 'reply';
  if (replySubject.test(first.get('subject')?.trimStart() ?? '')) return 'reply';

  // Any other word than "no" was put there by a program; RFC 3834 section 5 allows new ones.
  if (submitted !== '' && submitted !== 'no') return 'notification';
  if (reportType.test(first.get('content-type') ?? '')) return 'notification';
  if (suppressesAnswers(first.get('x-auto-response-suppress') ?? '')) return 'notification';
  if (precedence === 'bulk' || precedence === 'junk') return 'notification';
  // A list that people write to has an address to post to; a newsletter only one to leave by.
  if (first.has('list-unsubscribe') && !first.has('list-post') && precedence !== 'list')
    return 'notification';
  return precedence === 'list' || first.has('list-id') || first.has('list-post') ? 'list' : null;
}

/** Exchange sets `All` in what its rules and absence notes write; a person's mail may ask for no delivery report (`DR`). */
function suppressesAnswers(value: string): boolean {
  return value.split(',').some((word) => ['all', 'autoreply', 'oof'].includes(word.trim().toLowerCase()));
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', 'no', 'false'].includes(value.trim().toLowerCase());
}

function firstValues(headers: readonly MailHeader[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of headers) if (!values.has(key)) values.set(key, value);
  return values;
}
