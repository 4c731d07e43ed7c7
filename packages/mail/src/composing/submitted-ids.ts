import { hash } from 'node:crypto';

// A client's program names its earlier mails by the Message-IDs that it gave them; recipients know those mails by ours.

type Headers = Readonly<Record<string, string>>;

const hashOctets = 16;
/** Ids looked up for one message: the first of a thread and its newest keep it together (RFC 5537 section 3.4.4). */
const repliedMax = 10;
const referencesMax = 40;

/** By which a message is found that was submitted under this Message-ID, with angle brackets or without; null: it names nothing. */
export function submittedIdHash(messageId: string): Buffer | null {
  const id = messageId.trim().replace(/^<|>$/g, '').trim();
  return id === '' ? null : hash('sha256', id, 'buffer').subarray(0, hashOctets);
}

/** The ids that In-Reply-To and References name, without angle brackets; each once, at most 50. */
export function idsInThread(headers: Headers): string[] {
  const ids = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const most = mostOf[name.toLowerCase()];
    if (most === undefined) continue;
    for (const id of firstAndNewest([...value.matchAll(bracketed)], most)) ids.add(idOf(id));
  }
  ids.delete('');
  return [...ids];
}

/** The headers with other ids, with angle brackets, in the place of those that they name. */
export function renamedInThread(headers: Headers, names: ReadonlyMap<string, string>): Headers {
  const rename = (value: string): string =>
    value
      .replace(bracketed, (...match) => names.get(idOf(match)) ?? match[0])
      // Ours are longer than most: without a blank between them there is no place to fold.
      .replaceAll('><', '> <');
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      mostOf[name.toLowerCase()] === undefined ? value : rename(value),
    ]),
  );
}

const mostOf: Readonly<Record<string, number>> = { 'in-reply-to': repliedMax, references: referencesMax };
const bracketed = /<([^<>]*)>/g;

function idOf([, id = '']: readonly string[]): string {
  return id.trim();
}

function firstAndNewest<T>(all: readonly T[], most: number): readonly T[] {
  return all.length <= most ? all : [...all.slice(0, 1), ...all.slice(1 - most)];
}
