/** The traces (W3C trace context) of messages that wake-ups named, until they are claimed; the newest 10,000. */
export interface TraceParents {
  put(messageId: string, traceParent: string): void;
  /** Removes and returns it. */
  take(messageId: string): string | undefined;
}

const entriesMax = 10_000;

export function createTraceParents(): TraceParents {
  const byMessage = new Map<string, string>();
  return {
    put: (messageId, traceParent) => {
      byMessage.set(messageId, traceParent);
      if (byMessage.size <= entriesMax) return;
      for (const oldest of byMessage.keys()) {
        byMessage.delete(oldest);
        return;
      }
    },
    take: (messageId) => {
      const traceParent = byMessage.get(messageId);
      byMessage.delete(messageId);
      return traceParent;
    },
  };
}
