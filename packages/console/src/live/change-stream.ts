/** Something has changed; null: more than is worth a list. */
export interface Change {
  readonly kind: string;
  readonly id: string | null;
}

interface Listener {
  readonly changed: (changes: readonly Change[]) => void;
  /** While it is not connected, pages poll as if there were no stream. */
  readonly connected: (isConnected: boolean) => void;
}

type Message =
  | { readonly type: 'changes'; readonly changes: readonly Change[] }
  | { readonly type: 'state'; readonly isConnected: boolean }
  | { readonly type: 'question' };

/** After a refusal, for example because the session has ended or too many streams are open. */
const refusedMs = 60_000;

/**
 * The changes of an organization. The tabs of a browser share one connection: the tab that holds the lock has it and tells the
 * others; when it is closed, the next one gets the lock. Without locks (plain HTTP on another host than localhost), nothing
 * is followed and pages poll.
 *
 * @returns ends it
 */
export function followChanges(organizationId: string, { changed, connected }: Listener): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const name = `postrider-changes-${organizationId}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  let lead: { readonly isConnected: boolean } | null = null;

  const send = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'changes') changed(data.changes);
    else if (data.type === 'state') connected(data.isConnected);
    else if (lead !== null) send({ type: 'state', isConnected: lead.isConnected });
  };
  send({ type: 'question' });

  const setConnected = (isConnected: boolean) => {
    lead = { isConnected };
    connected(isConnected);
    send({ type: 'state', isConnected });
  };
  const hold = () =>
    new Promise<void>((release) => {
      let source = openStream();
      ended.signal.addEventListener('abort', () => {
        setConnected(false);
        source.close();
        release();
      });
      function openStream(): EventSource {
        const query = new URLSearchParams({ organization: organizationId });
        const opened = new EventSource(`/console/api/v1/events/stream?${query}`);
        opened.onopen = () => setConnected(true);
        opened.onmessage = ({ data }: MessageEvent<string>) => {
          const changes = JSON.parse(data) as readonly Change[];
          changed(changes);
          send({ type: 'changes', changes });
        };
        opened.onerror = () => {
          setConnected(false);
          // The browser connects again by itself, unless it was refused.
          if (opened.readyState !== EventSource.CLOSED) return;
          setTimeout(() => {
            if (!ended.signal.aborted) source = openStream();
          }, refusedMs);
        };
        return opened;
      }
    });
  navigator.locks.request(name, { signal: ended.signal }, hold).catch(() => undefined);

  return () => {
    ended.abort();
    channel.close();
  };
}
