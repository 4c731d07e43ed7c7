/**
 * What runs in each thread: looks up the function of a task file and calls it. It is loaded by piscina and imports
 * little more than piscina, since each thread pays for its modules with memory of its own.
 */
import { createRequire } from 'node:module';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { collectGarbage } from '../memory/collect-garbage';

export interface ThreadRequest {
  readonly id: number;
  readonly file: string;
  readonly name: string;
  /** Taken out when the work begins, so that it does not outlive the work. */
  input: unknown;
}

/** Sent when the work itself begins: until then the thread was starting and loading code, which is not the work's fault. */
export interface BegunNotice {
  readonly begun: number;
}

export type ThreadAnswer = { readonly value: unknown } | { readonly thrown: Error };

const load = createRequire(__filename);

export async function perform(request: ThreadRequest): Promise<ThreadAnswer> {
  const { id, file, name } = request;
  const work = loadTask(file)[name];
  if (!work) throw new TypeError(`${file} has no function ${name}`);
  parentPort?.postMessage({ begun: id } satisfies BegunNotice);
  try {
    const value = await work(takeInput(request));
    return movingBuffers({ value }, ownedBuffers(value));
  } catch (error) {
    return { thrown: withoutProperties(error) };
  } finally {
    collectIfLarge();
  }
}

function takeInput(request: ThreadRequest): unknown {
  const { input } = request;
  request.input = undefined;
  return input;
}

type Task = Record<string, ((given: unknown) => unknown) | undefined>;

const loaded = new Set<string>();
/** Of a thread that has its code and nothing else: 8 MB, or 26 with all that reads mails. */
let codeBytes = 0;

function loadTask(file: string): Task {
  const task = load(file) as Task;
  if (loaded.has(file)) return task;
  loaded.add(file);
  // What loading has left is not code. Once for each file of a thread.
  collectGarbage();
  codeBytes = bytesInUse();
  return task;
}

/** What work may leave before it is collected: as much as a few mails of a megabyte do. */
const leftBytesMax = 16 * 1_048_576;

/**
 * A thread without work sleeps, and V8's first limit (`heapOptions`) is that of each thread as well: each would sit on the
 * 192 MB that its last large messages have left. A collection takes some 40 ms, a hundred times what a small mail does: it is
 * for what work has left, never for the code itself.
 */
function collectIfLarge(): void {
  if (bytesInUse() > codeBytes + leftBytesMax) collectGarbage();
}

function bytesInUse(): number {
  const { external_memory: outside, used_heap_size: heap } = getHeapStatistics();
  return outside + heap;
}

/** The memory of these passes to the caller instead of being copied. */
function movingBuffers(answer: ThreadAnswer, buffers: readonly ArrayBuffer[]): ThreadAnswer {
  if (buffers.length === 0) return answer;
  const movable = { [transferableSymbol]: buffers, [valueSymbol]: answer };
  return move(movable) as unknown as ThreadAnswer;
}

/** Those of a result, or of its direct properties, that no other view shares. */
function ownedBuffers(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const views: unknown[] = value instanceof Uint8Array ? [value] : Object.values(value);
  const owned = views.flatMap((view) =>
    view instanceof Uint8Array &&
    view.buffer instanceof ArrayBuffer &&
    view.byteLength === view.buffer.byteLength
      ? [view.buffer]
      : [],
  );
  return [...new Set(owned)];
}

/** What cannot be copied to another thread would end this one. */
function withoutProperties(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const plain = new Error(error.message);
  plain.name = error.name;
  if (error.stack !== undefined) plain.stack = error.stack;
  return plain;
}
