import { isBulkKind } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';
import { createPublicLinks, type FeedbackTokens } from '@postrider/mail';
import {
  doneWith,
  isEngineUnavailable,
  ThreadFailure,
  type Logger,
  type RunInThread,
  type Semaphore,
  type ThreadPool,
} from '@postrider/runtime';
import { placeOf, type ClaimedMessage } from '../claims/claimed-message';
import { loadContent } from './content.repository';
import type { DeliveryEnd } from './delivery-states';
import type { ReadLegalSender } from './legal-senders';
import type { ReadyDomain } from './signing-domains';
import type { NameByOurIds } from './submitted-ids';
import { composeAndSign, type ComposedMessage, type MessageContent, type ComposeInput } from './compose';
import type { composeInThread } from './compose.task';

/** Rejects with `ThreadFailure` where the message may be composed later, with another error where it never can be. */
export interface Composer {
  compose(message: ClaimedMessage, content: MessageContent, domain: ReadyDomain): Promise<ComposedMessage>;
}

interface Options {
  /** Composes and signs on the event loop, and so takes its time. */
  readonly semaphore: Semaphore;
  readonly threads: ThreadPool;
  readonly linkSecret: Buffer;
  readonly feedbackTokens: FeedbackTokens;
  readonly readLegalSender: ReadLegalSender;
  readonly nameByOurIds: NameByOurIds;
  readonly log: Logger;
}

/**
 * What takes at most some 20 ms: 400 KB of a body that is all escapes take 20 ms, of ordinary HTML 5 ms. Attachments take an
 * eighth of that, because base64 is cheap.
 */
const inlineCharsMax = 400_000;
const attachedPart = 8;
/** The largest message takes 0.3 s. */
const timeLimitMs = 20_000;
/** The machine may have been busy at the first attempt. */
const attemptsMax = 2;

/**
 * Small messages are composed on the event loop, a few at a time, and signed in libuv's pool; large ones in threads.
 */
export function createComposer(options: Options): Composer {
  const { semaphore, threads, linkSecret, feedbackTokens, readLegalSender, nameByOurIds, log } = options;
  const links = createPublicLinks(linkSecret);
  const runInThread = threads.work<typeof composeInThread>({
    file: require.resolve('./compose.task'),
    name: 'composeInThread',
    timeLimitMs: timeLimitMs,
  });
  const composeLarge: RunInThread<ComposeInput, ComposedMessage> = async (input, charge) => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        const { octets, ...composed } = await runInThread({ ...input, linkSecret }, charge);
        // A Buffer arrives from a thread as the bytes that it is.
        return { ...composed, octets: Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength) };
      } catch (error) {
        if (!(error instanceof ThreadFailure) || !error.isTooCostly) throw error;
        log.warn({ err: error, message_id: input.message.id, attempts }, 'a message was not composed');
        if (attempts === attemptsMax) throw new Error('composing it takes too much', { cause: error });
      }
    }
  };

  return {
    compose: async (message, content, domain) => {
      const sender = isBulkKind(message.kind) ? await readLegalSender(message) : null;
      const headers = await nameByOurIds(message, content.body.headers);
      const feedbackToken = feedbackTokens.mint(message.id);
      const threaded = { ...content, body: { ...content.body, headers } };
      const input = { message, content: threaded, domain, sender, feedbackToken };
      if (isLarge(content)) return composeLarge(input, { organizationId: message.organizationId });
      return semaphore.run(placeOf(message), () => composeAndSign(input, links));
    },
  };
}

function isLarge({ body: { html, text }, attachments, mime }: MessageContent): boolean {
  const attached = attachments.reduce((sum, { content }) => sum + content.length, mime?.length ?? 0);
  return (html?.length ?? 0) + (text?.length ?? 0) + attached / attachedPart > inlineCharsMax;
}

/** A message that is ready to leave; or the end of its delivery round, where it is not. */
export type Composition =
  | {
      readonly kind: 'composed';
      readonly composed: ComposedMessage;
      /** To be called when the message is no longer needed. */
      readonly releaseMemory: () => void;
    }
  | { readonly kind: 'ended'; readonly end: DeliveryEnd };

export interface CompositionOptions {
  readonly pool: Pool;
  /** In octets, for large messages. */
  readonly memory: Semaphore;
  readonly composer: Composer;
  readonly log: Logger;
}

/** Base64 text, decoded bytes, composed and signed message: about four times the content at the peak. */
const composingFactor = 4;
/** The signed message alone, base64 in lines. */
const sendingFactor = 1.5;

/** Loads the content of a message, composes and signs it. Never rejects. */
export async function composeClaimed(
  options: CompositionOptions,
  message: ClaimedMessage,
  domain: ReadyDomain,
): Promise<Composition> {
  const octets = message.content.kind === 'heavy' ? message.content.octets : 0;
  const count = octets * composingFactor;
  const memory = octets === 0 ? undefined : await options.memory.acquire(placeOf(message), { count });
  const releaseMemory = (): void => {
    memory?.release();
    if (octets > 0) doneWith(octets);
  };
  try {
    const content = await contentOf(options.pool, message);
    // The driver reads a large row into buffers that double in size: some five times the row.
    if (octets > 0) doneWith(octets * 2);
    if (content) {
      const composed = await options.composer.compose(message, content, domain);
      memory?.release(octets * sendingFactor);
      return { kind: 'composed', composed, releaseMemory };
    }
    releaseMemory();
    return { kind: 'ended', end: { state: 'unsendable', detail: 'the content has been deleted' } };
  } catch (error) {
    releaseMemory();
    return { kind: 'ended', end: endOfFailure(error, { log: options.log, messageId: message.id }) };
  }
}

async function contentOf(pool: Pool, message: ClaimedMessage): Promise<MessageContent | undefined> {
  if (message.content.kind === 'inline') return { body: message.content.body, attachments: [], mime: null };
  return loadContent(pool, message.organizationId, message.id);
}

function endOfFailure(
  error: unknown,
  { log, messageId }: { readonly log: Logger; readonly messageId: string },
): DeliveryEnd {
  const facts = { err: error, message_id: messageId };
  if (isEngineUnavailable(error)) {
    log.warn(facts, 'requeued: the database is unavailable');
    return { state: 'database_unavailable' };
  }
  if (error instanceof ThreadFailure) {
    log.warn(facts, 'requeued: it cannot be composed now');
    return { state: 'no_thread' };
  }
  log.error(facts, 'a message cannot be composed');
  return { state: 'unsendable', detail: 'the message cannot be composed' };
}
