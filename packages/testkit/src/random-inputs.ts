/**
 * Inputs that a test of random ones tries. RANDOM_INPUTS=100000 searches for longer than every run of the tests should.
 */
export function randomInputs(byDefault: number): number {
  const asked = Number(process.env['RANDOM_INPUTS'] ?? byDefault);
  if (!Number.isInteger(asked) || asked < 1) throw new Error('RANDOM_INPUTS is no number of inputs');
  return asked;
}
