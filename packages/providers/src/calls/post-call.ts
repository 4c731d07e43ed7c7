import type { HttpAnswer, HttpClient } from '@postrider/http-client';
import { brokenCall, type ApiAnswer } from './provider-api';

/** An answer is a few hundred octets. */
const answerBytesMax = 65_536;

/**
 * One POST to a provider's API. Its answer is read by `inWords`; without one, the result depends on whether the request was sent.
 * Never rejects.
 */
export async function postCall(
  http: HttpClient,
  request: {
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer | string;
    readonly timeoutMs: number;
  },
  call: {
    /** As operators know the provider. */
    readonly what: string;
    /** The request, without content and keys. */
    readonly asked: string;
    readonly inWords: (answer: HttpAnswer) => ApiAnswer;
  },
): Promise<ApiAnswer> {
  const { what, asked } = call;
  let isSent = false;
  let answer: HttpAnswer;
  try {
    answer = await http.request({
      method: 'POST',
      ...request,
      onSent: () => {
        isSent = true;
      },
      bytesMax: answerBytesMax,
    });
  } catch (error) {
    // By its name, since an HTTP client is not loaded where notifications are read.
    if (error instanceof Error && error.name === 'ResponseTooLargeError') isSent = true;
    const broken = brokenCall(error, { isSent, what });
    return { ...broken, conversation: [asked, ...broken.conversation] };
  }
  return call.inWords(answer);
}

const waitSecondsMax = 3_600;

/** How long to wait after a 429, by `retry-after` or `x-ratelimit-reset`; a minute if neither says. */
export function waitSeconds(headers: HttpAnswer['headers']): number {
  const after = Number(headers['retry-after']);
  const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1_000;
  const seconds = [after, reset].find((each) => Number.isFinite(each) && each > 0) ?? 60;
  return Math.min(waitSecondsMax, Math.ceil(seconds));
}
