import { isBulkKind } from '@postrider/contracts';
import { createPublicLinks } from '@postrider/mail';
import { ThreadFailure, type Logger, type RunInThread, type ThreadPool } from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import type { ReadLegalSender } from './legal-senders';
import type { SendingDomain } from './signing-domains';
import { composeLetter, type Letter, type LetterContent, type LetterParts } from './compose';
import type { composeLargeLetter } from './compose.task';
import type { Turnstile } from './turnstile';
import { urgencyOf } from './urgency';

/** Rejects with `ThreadFailure` where the message may be composed later, with another error where it never can be. */
export interface LetterWriter {
  write(
    message: ClaimedMessage,
    content: LetterContent,
    domain: Extract<SendingDomain, { kind: 'ready' }>,
  ): Promise<Letter>;
}

interface Options {
  /** Composing and signing on the event loop, which is what costs its processor time. */
  readonly desk: Turnstile;
  readonly threads: ThreadPool;
  readonly linkSecret: Buffer;
  readonly readLegalSender: ReadLegalSender;
  readonly log: Logger;
}

/**
 * What takes some 20 ms at worst: 400 KB of a body that is all escapes take 20, of ordinary HTML 5; attachments are an
 * eighth of that, since base64 is cheap.
 */
const INLINE_CHARS_MAX = 400_000;
const ATTACHED_PART = 8;
/** The largest message takes 0.3 s. */
const TIME_LIMIT_MS = 20_000;
/** The first try may have met a busy machine. */
const TRIES_MAX = 2;

/** Small messages are composed on the event loop, a few at a time, large ones in threads. */
export function createLetterWriter({
  desk,
  threads,
  linkSecret,
  readLegalSender,
  log,
}: Options): LetterWriter {
  const links = createPublicLinks(linkSecret);
  const inThread = threads.work<typeof composeLargeLetter>({
    file: require.resolve('./compose.task'),
    name: 'composeLargeLetter',
    timeLimitMs: TIME_LIMIT_MS,
  });
  const writeLarge: RunInThread<LetterParts, Letter> = async (parts, charge) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const { octets, ...letter } = await inThread({ ...parts, linkSecret }, charge);
        // A Buffer arrives from a thread as the bytes that it is.
        return { ...letter, octets: Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength) };
      } catch (error) {
        if (!(error instanceof ThreadFailure) || !error.isTooCostly) throw error;
        log.warn({ err: error, message_id: parts.message.id, tries }, 'a message was not composed');
        if (tries === TRIES_MAX) throw new Error('composing it takes too much', { cause: error });
      }
    }
  };

  return {
    write: async (message, content, domain) => {
      const sender = isBulkKind(message.kind) ? await readLegalSender(message) : null;
      const parts = { message, content, domain, sender };
      if (isLarge(content)) return writeLarge(parts, { organizationId: message.organizationId });
      return desk.pass(urgencyOf(message), () => composeLetter(parts, links));
    },
  };
}

function isLarge({ body: { html, text }, attachments, mime }: LetterContent): boolean {
  const attached = attachments.reduce((sum, { content }) => sum + content.length, mime?.length ?? 0);
  return (html?.length ?? 0) + (text?.length ?? 0) + attached / ATTACHED_PART > INLINE_CHARS_MAX;
}
