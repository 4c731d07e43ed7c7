/** A failure whose text tells the reader what happened and what to do: shown without a stack. */
export class ExplainedError extends Error {
  override readonly name: string = 'ExplainedError';
}
