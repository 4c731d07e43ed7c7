import type { Email } from '../generated/schemas';
import type { Answer } from '../http/call';
import type { Postrider } from '../postrider';

export interface WaitForEmailOptions {
  /** Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** What is waited for. Default: sending is finished, so that `last_event` is neither `queued` nor `sending`. */
  readonly until?: ((email: Email) => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One request waits as long: below the timeout of a call. */
const requestSecondsMax = 20;
/** An email that is final is asked for again after this time, for example until its `delivered` is reported. */
const againMs = 500;

/**
 * Reads an email until it is as a test expects it. The server holds the request, so the answer comes when something has changed.
 *
 * @throws Error after the time, with why the email waits
 */
export async function waitForEmail(
  client: Pick<Postrider, 'request'>,
  id: string,
  { timeoutMs = 60_000, until = isFinished, signal }: WaitForEmailOptions = {},
): Promise<Answer<Email>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const leftMs = deadline - Date.now();
    const wait = Math.min(requestSecondsMax, Math.max(1, Math.floor(leftMs / 1_000)));
    const askedAt = Date.now();
    const request = { method: 'GET', path: `/emails/${encodeURIComponent(id)}`, query: { wait } } as const;
    const email = await client.request<Email>(request, { signal });
    if (until(email)) return email;
    if (Date.now() >= deadline) throw new Error(`${describe(email)} after ${timeoutMs} ms`);
    const restMs = Math.min(againMs, deadline - Date.now()) - (Date.now() - askedAt);
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}

function isFinished({ last_event: lastEvent }: Email): boolean {
  return lastEvent !== 'queued' && lastEvent !== 'sending';
}

function describe({ id, last_event: lastEvent, waiting }: Email): string {
  const cause = waiting && ` (${[waiting.cause, waiting.detail].filter(Boolean).join(': ')})`;
  return `email ${id} is ${lastEvent}${cause ?? ''}`;
}
