import { SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';

/**
 * Runs `work` as a span of the trace that is active. Without one it only runs it: work without a request
 * makes no traces of its own, and with tracing off this costs one look.
 */
export async function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return trace.getTracer('postrider').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
