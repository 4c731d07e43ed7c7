import { isIP } from 'node:net';
import type { EmailEventMessage } from '@postrider/contracts/events';

/** What replies are counted by: those that say the same to different recipients are one. */
export type RepliedEvent = Pick<
  EmailEventMessage,
  'type' | 'provider' | 'failure_class' | 'reply' | 'detail' | 'recipient'
>;

/** Stands for what differs from email to email. */
const blank = '…';
const textCharsMax = 200;
/** More is not looked at: the cost of an event is bounded, whatever a server says. */
const readCharsMax = 500;

/**
 * Key of a `reply` row of `daily_counters`: provider, class and text, separated by tabs. Null: the event has no reply, or is not about
 * a failure. A bounce that was reported by mail has its reason in `detail`, as has a delay because the server lacks the TLS that its
 * domain demands.
 */
export function replyKey(event: RepliedEvent): string | null {
  const { type, provider, failure_class: failureClass, reply } = event;
  if (provider === null || !failureClass) return null;
  if (type !== 'email.bounced' && type !== 'email.delivery_delayed') return null;
  const text = reply ? `${reply.code} ${reply.text}` : reasonOf(event);
  if (text === null) return null;
  return [provider, failureClass, normalReply(text, variableWords(event))].join('\t');
}

/** Where a server was connected to, `routing` is a matter of TLS alone; other delays without a reply say nothing of the server. */
function reasonOf({ type, failure_class: failureClass, detail }: RepliedEvent): string | null {
  if (type === 'email.bounced') return detail;
  return failureClass === 'routing' ? (detail?.replace(/^routing: /, '') ?? null) : null;
}

/**
 * The text without addresses, numbers and ids, so that the number of different texts stays small and none of them names a person.
 * @param variable words in lower case that are of this email alone
 */
export function normalReply(text: string, variable: ReadonlySet<string>): string {
  const words: string[] = [];
  const seenCodes = new Set<string>();
  for (const word of text.slice(0, readCharsMax).trim().split(/\s+/)) {
    if (isEnhancedCode(word)) {
      // Servers repeat it in each line of a reply.
      if (seenCodes.has(word)) continue;
      seenCodes.add(word);
    }
    const shown = words.length === 0 && /^\d{3}$/.test(word) ? word : shownWord(word, variable);
    if (shown !== blank || words.at(-1) !== blank) words.push(shown);
  }
  return words.join(' ').slice(0, textCharsMax).toWellFormed();
}

function variableWords({ recipient, reply }: RepliedEvent): ReadonlySet<string> {
  const at = recipient.lastIndexOf('@');
  const words = [recipient.slice(0, at), recipient.slice(at + 1), reply?.host ?? ''];
  return new Set(words.map((word) => word.toLowerCase()));
}

const isEnhancedCode = (word: string): boolean => /^[245]\.\d{1,3}\.\d{1,3}$/.test(word);
const edges = /^[<>()[\]{}"'`«»=:;,.!?-]+|[<>()[\]{}"'`«»=:;,.!?-]+$/g;
/** `S3150`, `TSS04`, `AUP#1310`: names of causes at the large providers, which are worth more than what they would save. */
const causeCharsMax = 8;
const idCharsMin = 16;

function shownWord(word: string, variable: ReadonlySet<string>): string {
  if (isEnhancedCode(word)) return word;
  const core = word.replace(edges, '');
  if (core === '') return word.includes(blank) ? blank : word;
  if (isVariable(core, variable)) return blank;
  return /^https?:\/\//i.test(core) ? shownLink(core) : word;
}

function isVariable(core: string, variable: ReadonlySet<string>): boolean {
  if (/^https?:\/\//i.test(core)) return false;
  if (core.includes('@') || variable.has(core.toLowerCase()) || isIP(core) !== 0) return true;
  if (!/\d/.test(core)) return false;
  // A number, a time, or an id.
  return !/[a-z]/i.test(core) ? !isEnhancedCode(core) : core.length > causeCharsMax;
}

/** Its parts that hold digits are cut where they are long: ids of the email, not of the page. */
function shownLink(link: string): string {
  return link.replace(/[^/?&=#]+/g, (part) => {
    const isId = /\d/.test(part) && part.length >= idCharsMin;
    return part.includes('@') || part.includes('%40') || isIP(part) !== 0 || isId ? blank : part;
  });
}
