import { isBulkKind } from '@postrider/contracts';
import { createPublicLinks, type FeedbackTokens } from '@postrider/mail';
import {
  ThreadFailure,
  type Logger,
  type RunInThread,
  type Semaphore,
  type ThreadPool,
} from '@postrider/runtime';
import { placeOf, type ClaimedMessage } from '../claims/claimed-message';
import type { ReadLegalSender } from './legal-senders';
import type { ReadyDomain } from './signing-domains';
import type { NameByOurIds } from './submitted-ids';
import type { MessagesInHand } from './messages-in-hand';
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
  readonly inHand: Pick<MessagesInHand, 'kindOf'>;
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
 * Small messages are composed on the event loop, a few at a time, large ones in threads. Mail of organizations that send little
 * waits neither for its turn nor for a thread that signs.
 */
export function createComposer(options: Options): Composer {
  const { semaphore, threads, inHand, linkSecret, feedbackTokens, readLegalSender, nameByOurIds, log } =
    options;
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
      if (inHand.kindOf(message) === 'of-few') {
        return composeAndSign(input, links, { atOnce: true });
      }
      return semaphore.run(placeOf(message), () => composeAndSign(input, links));
    },
  };
}

function isLarge({ body: { html, text }, attachments, mime }: MessageContent): boolean {
  const attached = attachments.reduce((sum, { content }) => sum + content.length, mime?.length ?? 0);
  return (html?.length ?? 0) + (text?.length ?? 0) + attached / attachedPart > inlineCharsMax;
}
