import { ValidationError, type EmailEventEntry, type FollowOptions, type Postrider } from 'postrider';
import type { ListenerState, PendingWebhook } from './listener-state';
import { resultOf, type Attempt, type Receiver } from './receiver';
import { waitAfterAttemptMs } from './retry-schedule';
import { signedRequest, webhookOf, type Webhook } from './webhook-request';

/** An attempt and its outcome, as a listener reports it. */
export interface Report {
  readonly webhook: Webhook;
  readonly attempt: Attempt;
  /** From 1. */
  readonly number: number;
  readonly result: 'delivered' | 'pending' | 'exhausted';
  /** Null unless pending. */
  readonly nextAttemptAt: string | null;
}

export interface ListenerOptions {
  readonly client: Pick<Postrider, 'emailEvents'>;
  readonly state: ListenerState;
  readonly receiver: Receiver;
  readonly secret: string;
  /** Where to begin when there is no cursor. */
  readonly since: Date | 'now';
  readonly mode?: FollowOptions['mode'];
  /** Types to forward; null: all. */
  readonly types: ReadonlySet<string> | null;
  readonly onReport: (report: Report) => void;
  /** Called with each failure of the API that is retried. */
  readonly onError: (error: Error) => void;
  /** The cursor belongs to another organization, or to a database that was replaced. */
  readonly onCursorRefused: () => void;
  readonly now?: () => Date;
}

/** Webhooks that wait for a retry. Beyond, no further events are read. */
const pendingMax = 1_000;

/**
 * Follows the event stream and posts each event to the receiver, one after the other, until `stopping` aborts. A cursor is stored only
 * when all events before it were delivered or are stored as pending, so no event is lost, whenever the program or the connection ends.
 */
export async function listen(options: ListenerOptions, stopping: AbortSignal): Promise<void> {
  const { state } = options;
  const retries = createRetries(options, stopping);
  const ended = retries.run();
  try {
    for (let hasCursor = state.cursor !== null; ;) {
      try {
        await forwardAll(options, { retries, stopping });
        return;
      } catch (error) {
        const isRefused = error instanceof ValidationError && error.code === 'invalid_cursor';
        if (!isRefused || !hasCursor) throw error;
        hasCursor = false;
        options.onCursorRefused();
        state.reset();
      }
    }
  } finally {
    retries.stop();
    await ended;
    state.write();
  }
}

async function forwardAll(
  options: ListenerOptions,
  { retries, stopping }: { readonly retries: Retries; readonly stopping: AbortSignal },
): Promise<void> {
  const { client, state, types, since, mode, onError } = options;
  const events = client.emailEvents.follow({
    ...(state.cursor === null ? { since } : { after: state.cursor }),
    ...{ signal: stopping, onError },
    ...(mode && { mode }),
    save: (cursor) => {
      state.cursor = cursor;
      state.write();
    },
  });
  for await (const event of events) {
    if (state.isHandled(event.id)) continue;
    if (types === null || types.has(event.type)) {
      await retries.room();
      if (stopping.aborted) return;
      if (!(await forward(options, { event, stopping }))) return;
    }
    state.handle(event.id);
  }
}

/** @returns false if the program ends before there is an outcome: the event comes again */
async function forward(
  options: ListenerOptions,
  { event, stopping }: { readonly event: EmailEventEntry; readonly stopping: AbortSignal },
): Promise<boolean> {
  const webhook = webhookOf(event, options.state.listenerId);
  return (await attempt(options, { webhook, attempts: 0, stopping })) !== null;
}

/** Posts a webhook and records the outcome. @returns null if the program ended before there was one */
async function attempt(
  { receiver, secret, state, onReport, now = () => new Date() }: ListenerOptions,
  {
    webhook,
    attempts,
    stopping,
  }: { readonly webhook: Webhook; readonly attempts: number; readonly stopping: AbortSignal },
): Promise<Report['result'] | null> {
  const made = await receiver.post(signedRequest(webhook, { secret, at: now() }), stopping);
  if (made.status === null && stopping.aborted) return null;
  const { deliveryId, type, body } = webhook;
  const number = attempts + 1;
  const outcome = resultOf(made);
  const waitMs = outcome === 'failed' ? waitAfterAttemptMs(number) : null;
  const nextAttemptAt = waitMs === null ? null : new Date(now().getTime() + waitMs).toISOString();
  if (nextAttemptAt === null) state.removePending(deliveryId);
  else state.setPending({ deliveryId, type, body, attempts: number, nextAttemptAt });
  // What fails is stored at once: the cursor may not be for a while.
  if (nextAttemptAt !== null || attempts > 0) state.write();
  const result = outcome === 'delivered' ? outcome : nextAttemptAt === null ? 'exhausted' : 'pending';
  onReport({ webhook, attempt: made, number, result, nextAttemptAt });
  return result;
}

interface Retries {
  /** Makes due attempts until it is stopped. */
  run(): Promise<void>;
  stop(): void;
  /** Resolves when there is room for one more webhook that waits. */
  room(): Promise<void>;
}

/** Between looks at what is due; waits are seconds to hours. */
const lookEveryMs = 250;

function createRetries(options: ListenerOptions, stopping: AbortSignal): Retries {
  const { state, now = () => new Date() } = options;
  let isStopped = false;
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  const hasEnded = (): boolean => isStopped || stopping.aborted;
  const due = (): PendingWebhook | undefined => {
    const at = now().toISOString();
    return [...state.pending.values()].find(({ nextAttemptAt }) => nextAttemptAt <= at);
  };
  return {
    run: async () => {
      while (!hasEnded()) {
        const webhook = due();
        if (webhook) await attempt(options, { webhook, attempts: webhook.attempts, stopping });
        else await pause();
      }
    },
    stop: () => (isStopped = true),
    room: async () => {
      while (state.pending.size >= pendingMax && !hasEnded()) await pause();
    },
  };
}
