/** What the tests of the pool run in threads. */

export function describe(input: { readonly words: string; readonly bytes: Uint8Array<ArrayBuffer> }) {
  return { words: input.words.toUpperCase(), bytes: input.bytes };
}

export function waitFor({ gate }: { readonly gate: Int32Array<SharedArrayBuffer> }): string {
  Atomics.wait(gate, 0, 0);
  return 'opened';
}

export function loopForEver(): never {
  for (;;) Math.random();
}

export function backtrackForEver(): boolean {
  return /^(a+)+$/.test(`${'a'.repeat(100)}b`);
}

export function hoard(): never {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, Math.random));
}

export function exit(): never {
  process.exit(7);
}

export function fail(): never {
  throw new RangeError('a bug', { cause: () => 'what cannot be copied' });
}

/** Leaves 32 MB that nothing refers to. */
export function litter(): void {
  Buffer.alloc(32 * 1_048_576);
}

export function bufferBytes(): number {
  return process.memoryUsage().arrayBuffers;
}
