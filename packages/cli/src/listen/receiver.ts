import http from 'node:http';
import https from 'node:https';

/** What one POST brought. Whatever the receiver does is data. */
export interface Attempt {
  /** Null when no answer came. */
  readonly status: number | null;
  /** Why there was none: `timeout`, or a code such as `ECONNREFUSED`. */
  readonly error: string | null;
  /** First 4 KB of the answer's body. */
  readonly response: string;
  readonly tookMs: number;
}

export interface Receiver {
  /** Sends a webhook. Never rejects. */
  post(
    request: { readonly headers: Record<string, string>; readonly body: Buffer },
    stopping?: AbortSignal,
  ): Promise<Attempt>;
  close(): void;
}

/** The whole time of a POST, as for the endpoints of the service. */
const timeoutMs = 5_000;
const responseKeptBytes = 4_096;
const responseReadBytes = 65_536;

/** Posts to one URL. Redirects are not followed, and no header is added that the service would not send. */
export function createReceiver(url: URL): Receiver {
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const post: Receiver['post'] = ({ headers, body }, stopping) => {
    const startedMs = performance.now();
    return new Promise((resolve) => {
      let status: number | null = null;
      let response = Buffer.alloc(0);
      let readBytes = 0;
      const end = (error: string | null): void => {
        clearTimeout(timer);
        stopping?.removeEventListener('abort', stop);
        const text = response.subarray(0, responseKeptBytes).toString('utf8');
        const tookMs = Math.round(performance.now() - startedMs);
        // Once the status is there it stands, even if the body never ends.
        resolve({ status, error: status === null ? error : null, response: text, tookMs });
      };
      const breakOff = (reason: string): void => {
        end(reason);
        sent.destroy();
      };
      const stop = (): void => breakOff('stopped');
      const sent = request(url, {
        method: 'POST',
        agent,
        headers: { ...headers, 'content-length': body.length },
      });
      const timer = setTimeout(() => breakOff('timeout'), timeoutMs);
      stopping?.addEventListener('abort', stop, { once: true });
      sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      sent.on('response', (answer) => {
        status = answer.statusCode ?? null;
        answer.on('data', (chunk: Buffer) => {
          if (response.length < responseKeptBytes) response = Buffer.concat([response, chunk]);
          readBytes += chunk.length;
          if (readBytes > responseReadBytes) breakOff('response_too_long');
        });
        answer.on('end', () => end(null));
        answer.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      });
      sent.end(body);
    });
  };
  return { post, close: () => agent.destroy() };
}

/** Any 2xx is a delivery; 410 says that the receiver never wants it again. */
export function resultOf({ status }: Pick<Attempt, 'status'>): 'delivered' | 'gone' | 'failed' {
  if (status === 410) return 'gone';
  return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed';
}
