const causesMax = 10;

/**
 * The error and what it wraps, outermost first: `cause`, and what Prisma's errors carry of the driver's. What an
 * AggregateError gathers is left to the caller. Bounded, so that circles end.
 */
export function causesOf(error: unknown): object[] {
  const found: object[] = [];
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && found.length < causesMax) {
    const next = waiting.shift();
    if (typeof next !== 'object' || next === null || found.includes(next)) continue;
    found.push(next);
    const { cause, meta } = next as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    waiting.push(cause, meta?.driverAdapterError);
  }
  return found;
}

/** The error and what it wraps, also what an AggregateError gathered. */
export function allCausesOf(error: unknown): object[] {
  return causesOf(error).flatMap((cause) =>
    cause instanceof AggregateError ? [cause, ...cause.errors.flatMap(causesOf)] : [cause],
  );
}
