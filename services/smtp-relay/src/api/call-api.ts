import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** From the call to the last byte of the answer, waiting for a connection included. */
  readonly timeoutMs: number;
  /** Given the bytes of a good answer as they come, which then has no text. @throws to end the call */
  readonly onBytes?: (chunk: Buffer) => void;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Answers of the endpoints used here are small; more than this is not ours. */
const answerBytesMax = 1_048_576;

/**
 * One call and its whole answer. Without undici's `request`, whose stream and signal for each answer cost more than
 * the answer.
 * @throws when there is no complete answer in time
 */
export function callApi(dispatcher: Dispatcher, call: HttpCall): Promise<HttpAnswer> {
  const { timeoutMs, onBytes, ...request } = call;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let failure: Error | null = null;
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (reason: Error): void => {
      failure ??= reason;
      clearTimeout(timer);
      reject(failure);
      controller?.abort(failure);
    };
    const handOn = (chunk: Buffer, take: (chunk: Buffer) => void): void => {
      try {
        take(chunk);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    dispatcher.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        // It had to wait for a connection until it was too late.
        if (failure) started.abort(failure);
      },
      onResponseStart: (_controller, statusCode, received) => {
        status = statusCode;
        headers = received;
      },
      onResponseData: (_controller, chunk) => {
        bytes += chunk.length;
        if (bytes > answerBytesMax) fail(new Error('the response is too large'));
        else if (onBytes === undefined || status !== 200) chunks.push(chunk);
        else handOn(chunk, onBytes);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        resolve({ status, headers, text: Buffer.concat(chunks, bytes).toString('utf8') });
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}
