import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** The active span as a W3C `traceparent` header value; undefined when tracing is off. */
export function currentTraceParent(): string | undefined {
  const span = trace.getActiveSpan();
  if (!span) return undefined;
  const carrier: Record<string, string> = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier['traceparent'];
}

/** Runs `work` as part of the trace that `traceParent` names; without one, in the context that is active. */
export function withTraceParent<T>(traceParent: string | undefined, work: () => T): T {
  if (traceParent === undefined) return work();
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent: traceParent }), work);
}
