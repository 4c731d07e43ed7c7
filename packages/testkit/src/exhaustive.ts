/**
 * Whether tests repeat in all languages, color schemes and inputs what `make test` does in one: in `make test-all`, which sets the
 * variable.
 */
export const isExhaustive = process.env['EXHAUSTIVE'] === 'true';

/** What chooses the inputs of a sample. `SEED=… make test` repeats a run's choice. */
export const sampleSeed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** An eighth of the inputs, chosen by the seed; in an exhaustive run all of them. */
export function isInSample(name: string): boolean {
  if (isExhaustive) return true;
  let hash = sampleSeed;
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (Math.imul(hash, 2_654_435_761) >>> 0) % 8 === 0;
}
