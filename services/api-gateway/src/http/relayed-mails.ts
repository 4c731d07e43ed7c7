import assert from 'node:assert';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import {
  FrameReader,
  relayedMailsLimits,
  writeFrames,
  type Frame,
  type RelayedAnswerHead,
} from '@postrider/contracts/relay';
import { createByteBudget, type Logger } from '@postrider/runtime';
import type { FindRequestSource } from '../auth/request-source';
import type { ProcessRequest } from './pipeline';
import { errorReply, sendReply } from './reply';
import { readBody } from './request-body';
import { requestIdOf, type Answer, type RequestContext } from './request-context';
import type { BodyPace } from './request-upload';
import type { Route } from './route';

interface RelayedMailOptions {
  /** What each mail is a request to. */
  readonly sendRoute: Route;
  readonly processRequest: ProcessRequest;
  readonly findSource: FindRequestSource;
  readonly pace: BodyPace;
  readonly log: Logger;
}

/** What the mails of all such requests may hold together: 16 at their largest, and a relay has few at a time. */
const bytesMax = 16 * relayedMailsLimits.bytesMax;
/** As bodies that come alone wait for room. */
const roomWaitMs = 20_000;

const answersHead = {
  status: 200,
  headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
};

/**
 * Answers a relay's request that carries several mails: one request for each mail cost more than the mail itself. Each goes through
 * the pipeline by itself, with the key, limits, idempotency and log row that it would have alone, and is answered as soon as its
 * outcome is known.
 */
export function createRelayedMails(options: RelayedMailOptions): (context: RequestContext) => Promise<void> {
  const { sendRoute, processRequest, findSource, pace, log } = options;
  const budget = createByteBudget({ bytesMax, perOwnerMax: bytesMax, waitMs: roomWaitMs });

  return async (context) => {
    const room = budget.open('relays');
    try {
      if (!findSource(context).isRelay) throw new AppError('not_found');
      const mails = readMails(await readBody(context, { bytesMax: relayedMailsLimits.bytesMax, room, pace }));
      const answers = new AnswerFrames();
      const processed = mails.map((mail, index) =>
        processRequest(sendRoute, new RelayedMail(context, mail, (answer) => answers.add(index, answer))),
      );
      await context.sendStream(answersHead, answers.pieces(mails.length));
      await Promise.all(processed);
    } catch (error) {
      const refusal = errorReply(error, log, context.requestId);
      if (!context.isAnswered) void sendReply(context, refusal, null);
    } finally {
      room.release();
    }
  };
}

interface Mail {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** @throws AppError `invalid_json`: no relay of ours wrote it */
function readMails(body: Buffer): Mail[] {
  const reader = new FrameReader();
  let frames;
  try {
    frames = reader.push(body);
  } catch {
    throw malformed();
  }
  const { mailsMax, mailBytesMax } = relayedMailsLimits;
  if (!reader.isComplete || frames.length === 0 || frames.length > mailsMax) throw malformed();
  return frames.map(({ head, body: mail }) => {
    if (!isHeaders(head) || mail.length > mailBytesMax) throw malformed();
    return { headers: head, body: mail };
  });
}

function malformed(): AppError {
  return new AppError('invalid_json', 'The body is not a valid batch of relayed messages.');
}

function isHeaders(head: unknown): head is Record<string, string> {
  return (
    typeof head === 'object' &&
    head !== null &&
    Object.values(head).every((value) => typeof value === 'string')
  );
}

/** One mail as a request of its own. Its body has arrived already; its answer becomes a frame. */
class RelayedMail implements RequestContext {
  readonly id = newId();
  readonly requestId: string;
  readonly method = 'POST';
  readonly path = '/api/v1/emails';
  readonly queryString = '';
  readonly params = {};
  readonly headers: IncomingHttpHeaders;
  readonly peerAddress: string;
  readonly startedAt = new Date();
  readonly startedMs = performance.now();
  readonly declaredBytes: number;
  requestBytes = 0;
  unknownFields: string | null = null;
  isAnswered = false;

  constructor(
    carrier: RequestContext,
    private readonly mail: Mail,
    private readonly answer: (answer: Answer) => void,
  ) {
    this.headers = {
      ...mail.headers,
      'content-type': 'application/json',
      'postrider-relay-secret': carrier.headers['postrider-relay-secret'],
    };
    this.requestId = requestIdOf(this.headers, this.id);
    this.peerAddress = carrier.peerAddress;
    this.declaredBytes = mail.body.length;
  }

  bodyAtHand(): Buffer {
    this.requestBytes = this.mail.body.length;
    return this.mail.body;
  }

  openBody(): never {
    assert.fail('the body is at hand');
  }

  send(answer: Answer): void {
    assert(!this.isAnswered, 'a mail is answered once');
    this.isAnswered = true;
    this.answer(answer);
  }

  sendStream(): never {
    assert.fail('POST /emails answers with JSON');
  }

  get isClosed(): boolean {
    return this.isAnswered;
  }

  onceClosed(): never {
    assert.fail('a body at hand is not charged to the budget of bodies');
  }
}

/** Frames of the answers in the order they become known. Those of one turn of the event loop are one piece. */
class AnswerFrames {
  private known: Frame<RelayedAnswerHead>[] = [];
  private wake = (): void => undefined;

  add(index: number, { status, headers, body = '' }: Answer): void {
    this.known.push({ head: { index, status, headers }, body });
    this.wake();
  }

  async *pieces(count: number): AsyncGenerator<Buffer> {
    for (let missing = count; missing > 0;) {
      if (this.known.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
      if (this.known.length < missing) await setImmediate();
      const frames = this.known.splice(0);
      missing -= frames.length;
      yield writeFrames(frames);
    }
  }
}
