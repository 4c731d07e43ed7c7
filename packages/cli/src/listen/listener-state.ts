import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CommandFailure } from '../command-line/failures';
import { readPrivateFile, writePrivateFile } from '../profiles/private-file';
import type { Webhook } from './webhook-request';

/** A webhook that was not answered with 2xx and is tried again. */
export interface PendingWebhook extends Webhook {
  readonly attempts: number;
  readonly nextAttemptAt: string;
}

interface StateFile {
  readonly forward_to: string;
  /** Stands for the endpoint's id in delivery ids. */
  readonly listener_id: string;
  readonly cursor: string | null;
  /** Handled although the cursor does not include them yet: events of the last seconds. */
  readonly handled: readonly string[];
  readonly pending: readonly PendingWebhook[];
}

/** How far a listener has come. It survives the end of the program. */
export interface ListenerState {
  readonly listenerId: string;
  /** Null: it begins. */
  cursor: string | null;
  readonly pending: ReadonlyMap<string, PendingWebhook>;
  isHandled(eventId: string): boolean;
  /** Delivered, given up, or kept as pending. */
  handle(eventId: string): void;
  setPending(webhook: PendingWebhook): void;
  removePending(deliveryId: string): void;
  /** Forgets all but the listener's id. */
  reset(): void;
  write(): void;
  close(): void;
}

/** Events come this late at most, unless a transaction of the service stays open for longer; they are then delivered twice. */
const handledMax = 2_000;

/** One file for each profile and URL. @throws CommandFailure when another listener uses it */
export function openListenerState(
  folder: string,
  { profile, forwardTo }: { readonly profile: string; readonly forwardTo: URL },
): ListenerState {
  const hash = createHash('sha256').update(`${profile}\n${forwardTo.href}`).digest('hex').slice(0, 16);
  const file = path.join(folder, 'listeners', `${hash}.json`);
  const release = lock(`${file}.lock`);
  const stored = JSON.parse(readPrivateFile(file) ?? 'null') as StateFile | null;
  const listenerId = stored?.listener_id ?? randomUUID();
  const pending = new Map(stored?.pending.map((webhook) => [webhook.deliveryId, webhook]));
  const handled = new Set(stored?.handled);

  const state: ListenerState = {
    listenerId,
    cursor: stored?.cursor ?? null,
    pending,
    isHandled: (eventId) => handled.has(eventId),
    handle: (eventId) => {
      const [oldest] = handled;
      if (handled.size >= handledMax && oldest !== undefined) handled.delete(oldest);
      handled.add(eventId);
    },
    setPending: (webhook) => void pending.set(webhook.deliveryId, webhook),
    removePending: (deliveryId) => void pending.delete(deliveryId),
    reset: () => {
      state.cursor = null;
      pending.clear();
      handled.clear();
    },
    write: () => {
      const written: StateFile = {
        ...{ forward_to: forwardTo.href, listener_id: listenerId, cursor: state.cursor },
        ...{ handled: [...handled], pending: [...pending.values()] },
      };
      writePrivateFile(file, `${JSON.stringify(written)}\n`);
    },
    close: release,
  };
  return state;
}

/** Two listeners with one state would lose what the other has written. A lock of a process that is gone does not count. */
function lock(file: string): () => void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(readPrivateFile(file));
      if (owner !== process.pid && isRunning(owner)) {
        throw new CommandFailure(
          'usage',
          `Another listener (process ${owner}) forwards to this URL already.`,
          'in_use',
        );
      }
      fs.rmSync(file, { force: true });
    }
  }
  throw new CommandFailure(
    'usage',
    `The lock ${file} could not be taken. Delete it if no listener runs.`,
    'in_use',
  );
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
