import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import {
  AppError,
  FrameReader,
  relayedMailsLimits,
  relayedMailsPath,
  writeFrames,
  type Frame,
  type RelayedAnswerHead,
} from '@postrider/contracts';
import { createByteBudget, type Logger } from '@postrider/runtime';
import type { FindRequestSource } from '../auth/request-source';
import type { ProcessRequest } from './pipeline';
import { errorReply, sendReply } from './reply';
import { readBody } from './request-body';
import { createRequestContext } from './request-context';
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

type Answer = Frame<RelayedAnswerHead>;

/**
 * Mails that reached a relay at the same time, in one request: a request for each cost more than the mail. Each goes
 * through the pipeline by itself, with the key, limits, idempotency and log row that it would have alone; and is answered as
 * soon as it is known what became of it, whatever the others still wait for.
 * @returns false when the request is no such one
 */
export function createRelayedMails(
  options: RelayedMailOptions,
): (...listened: Parameters<RequestListener>) => boolean {
  const { sendRoute, processRequest, findSource, pace, log } = options;
  const budget = createByteBudget({ bytesMax, perOwnerMax: bytesMax, waitMs: roomWaitMs });

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const context = createRequestContext(request, response);
    const room = budget.open('relays');
    try {
      if (!findSource(request).isRelay) throw new AppError('not_found');
      const body = await readBody(context, { bytesMax: relayedMailsLimits.bytesMax, room, pace });
      const mails = readMails(body).map((mail) => new MailRequest(request, mail));
      const answers = answersTo(response);
      await Promise.all(
        mails.map((mail, index) => {
          const answer = new MailResponse(mail, (frame) => answers.add(index, frame));
          return processRequest(sendRoute, createRequestContext(mail, answer));
        }),
      );
      answers.end();
    } catch (error) {
      void sendReply(context, errorReply(error, log, context.requestId), null);
    } finally {
      room.release();
    }
  };

  return (request, response) => {
    if (request.method !== 'POST' || request.url !== relayedMailsPath) return false;
    void take(request, response);
    return true;
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

/** The request that the mail would have been, whose body is there already. */
class MailRequest extends IncomingMessage {
  constructor(carrier: IncomingMessage, { headers, body }: Mail) {
    super(carrier.socket);
    this.method = 'POST';
    this.url = '/api/v1/emails';
    this.headers = {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(body.length),
      'postrider-relay-secret': String(carrier.headers['postrider-relay-secret']),
    };
    this.push(body);
    this.complete = true;
  }
}

/** Its answer, which goes into a frame. */
class MailResponse extends ServerResponse {
  private head: Omit<RelayedAnswerHead, 'index'> = { status: 500, headers: {} };

  constructor(
    request: IncomingMessage,
    private readonly answer: (answer: Frame<Omit<RelayedAnswerHead, 'index'>>) => void,
  ) {
    super(request);
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.head = { status, headers: rest[0] as RelayedAnswerHead['headers'] };
    return this;
  }

  override end(...given: unknown[]): this {
    this.answer({ head: this.head, body: typeof given[0] === 'string' ? given[0] : '' });
    return this;
  }
}

/** Writes what became known in one turn of the event loop at once. */
function answersTo(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
  let known: Answer[] = [];
  const flush = (): void => {
    if (known.length > 0) response.write(writeFrames(known));
    known = [];
  };
  return {
    add: (index: number, { head, body }: Frame<Omit<RelayedAnswerHead, 'index'>>): void => {
      if (known.length === 0) setImmediate(flush);
      known.push({ head: { index, ...head }, body });
    },
    end: (): void => {
      response.end(known.length > 0 ? writeFrames(known) : undefined);
      known = [];
    },
  };
}
