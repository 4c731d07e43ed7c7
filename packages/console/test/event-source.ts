import { act } from '@testing-library/react';

/** The streams that pages have opened, in place of the browser's. */
const streams = new Set<TestEventSource>();

class TestEventSource {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    streams.add(this);
  }

  close() {
    this.readyState = TestEventSource.CLOSED;
    streams.delete(this);
  }
}

globalThis.EventSource = TestEventSource as unknown as typeof EventSource;

/** The only stream that is open; undefined: none. */
export function openStream() {
  const [stream] = streams;
  if (stream === undefined) return undefined;
  return {
    url: stream.url,
    connect: () => inTurn(() => stream.onopen?.()),
    send: (changes: readonly object[]) => inTurn(() => stream.onmessage?.({ data: JSON.stringify(changes) })),
  };
}

/** With the requests that follow from it. */
function inTurn(run: () => void): Promise<void> {
  return act(async () => {
    run();
    await new Promise((resolve) => setTimeout(resolve));
  });
}

export function stopStreams(): void {
  streams.clear();
}
