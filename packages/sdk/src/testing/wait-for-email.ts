import type { Email, InboxEmail, InboxEmailSummary } from '../generated/schemas';
import type { Answer } from '../http/call';
import { NotFoundError } from '../http/errors';
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
const timeoutByDefaultMs = 60_000;
/** What is there but not as expected is asked for again after this time, for example until `delivered` is reported. */
const againMs = 500;

/** Which email of the inbox is waited for: the newest that all of these fit. */
export interface WaitForInboxEmailOptions {
  /** Address in its `to` list. */
  readonly to?: string | undefined;
  /** Tag, as `name` or `name:value`. */
  readonly tag?: string | undefined;
  /** Text in its subject, sender, `to` addresses or content. */
  readonly search?: string | undefined;
  /** Accepted at or after this time. */
  readonly since?: Date | string | undefined;
  readonly match?: ((email: InboxEmail) => boolean) | undefined;
  /** Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads an email until it is as a test expects it. The server holds the request, so the answer comes when something has changed.
 *
 * @throws Error after the time, with why the email waits
 */
export async function waitForEmail(
  client: Pick<Postrider, 'request'>,
  id: string,
  options?: WaitForEmailOptions,
): Promise<Answer<Email>>;
/**
 * Waits for a test email in the inbox that your program has sent, and returns it as it would arrive, with its `codes` and `links`.
 *
 *     const { codes } = await waitForEmail(client, { to: 'ada@example.com' });
 *
 * @throws Error after the time, with what was found instead
 */
export async function waitForEmail(
  client: Pick<Postrider, 'request'>,
  wanted: WaitForInboxEmailOptions,
): Promise<Answer<InboxEmail>>;
export async function waitForEmail(
  client: Pick<Postrider, 'request'>,
  wanted: string | WaitForInboxEmailOptions,
  options: WaitForEmailOptions = {},
): Promise<Answer<Email> | Answer<InboxEmail>> {
  return typeof wanted === 'string' ? waitUntil(client, wanted, options) : waitForInboxEmail(client, wanted);
}

async function waitUntil(
  client: Pick<Postrider, 'request'>,
  id: string,
  { timeoutMs = timeoutByDefaultMs, until = isFinished, signal }: WaitForEmailOptions,
): Promise<Answer<Email>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const askedAt = Date.now();
    const query = { wait: waitSeconds(deadline) };
    const request = { method: 'GET', path: `/emails/${encodeURIComponent(id)}`, query } as const;
    const email = await client.request<Email>(request, { signal });
    if (until(email)) return email;
    if (Date.now() >= deadline) throw new Error(`${describe(email)} after ${timeoutMs} ms`);
    await pause(askedAt, deadline);
  }
}

async function waitForInboxEmail(
  client: Pick<Postrider, 'request'>,
  { match = () => true, timeoutMs = timeoutByDefaultMs, signal, ...filters }: WaitForInboxEmailOptions,
): Promise<Answer<InboxEmail>> {
  const deadline = Date.now() + timeoutMs;
  const others = new Map<string, string>();
  for (;;) {
    const askedAt = Date.now();
    const query = { ...filters, limit: 100, wait: waitSeconds(deadline) };
    const list = { method: 'GET', path: '/inbox', query } as const;
    const { data } = await client.request<{ readonly data: readonly InboxEmailSummary[] }>(list, { signal });
    for (const { id, subject } of data) {
      if (others.has(id)) continue;
      const request = { method: 'GET', path: `/inbox/${id}` } as const;
      // Another test may have emptied the inbox meanwhile.
      const email = await client.request<InboxEmail>(request, { signal }).catch(nullIfDeleted);
      if (email !== null && match(email)) return email;
      others.set(id, subject);
    }
    if (Date.now() >= deadline) {
      const found = others.size === 0 ? 'there is none' : `found ${JSON.stringify([...others.values()])}`;
      const filter = JSON.stringify(filters);
      throw new Error(`no email in the inbox matches ${filter} after ${timeoutMs} ms: ${found}`);
    }
    await pause(askedAt, deadline);
  }
}

function nullIfDeleted(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}

function waitSeconds(deadline: number): number {
  return Math.min(requestSecondsMax, Math.max(1, Math.floor((deadline - Date.now()) / 1_000)));
}

async function pause(askedAt: number, deadline: number): Promise<void> {
  const restMs = Math.min(againMs, deadline - Date.now()) - (Date.now() - askedAt);
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
}

function isFinished({ last_event: lastEvent }: Email): boolean {
  return lastEvent !== 'queued' && lastEvent !== 'sending';
}

function describe({ id, last_event: lastEvent, waiting }: Email): string {
  const cause = waiting && ` (${[waiting.cause, waiting.detail].filter(Boolean).join(': ')})`;
  return `email ${id} is ${lastEvent}${cause ?? ''}`;
}
