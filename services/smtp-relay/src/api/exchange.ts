import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** From the call to the last byte of the answer, waiting for a connection included. */
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Answers of the endpoints used here are small; more than this is not ours. */
const ANSWER_BYTES_MAX = 1_048_576;

/**
 * One call and its whole answer. Without undici's `request`, whose stream and signal for each answer cost more than
 * the answer.
 * @throws when there is no complete answer in time
 */
export function exchange(dispatcher: Dispatcher, call: HttpCall): Promise<HttpAnswer> {
  const { timeoutMs, ...request } = call;
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
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    dispatcher.dispatch(request, {
      onRequestStart: (given) => {
        controller = given;
        // It had to wait for a connection until it was too late.
        if (failure) given.abort(failure);
      },
      onResponseStart: (_controller, statusCode, given) => {
        status = statusCode;
        headers = given;
      },
      onResponseData: (_controller, chunk) => {
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES_MAX) fail(new Error('the answer is too large'));
        else chunks.push(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        resolve({ status, headers, text: Buffer.concat(chunks, bytes).toString('utf8') });
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}
