import { lookup } from 'node:dns/promises';
import { createHttpClient } from '@postrider/http-client';
import { errorCode, type Logger } from '@postrider/runtime';

export interface DeadMan {
  /** Requests the URL, at most once a minute. */
  alive(now: Date): Promise<void>;
  close(): Promise<void>;
}

const intervalMs = 60_000;
/** A round begins up to 15 s after the last one. */
const toleranceMs = 10_000;
const timeoutMs = 10_000;
const bytesMax = 65_536;

/**
 * A dead man's switch: a service on another machine expects a request every minute, and warns the operators itself when there is none. So it also
 * covers what no rule can: this process, this machine, its network.
 * @param url the operator names it, so any address is permitted
 */
export function createDeadMan(url: URL | null, log: Logger): DeadMan {
  const http = createHttpClient({
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    isPermitted: () => true,
    connectTimeoutMs: timeoutMs,
    connectionsPerOriginMax: 1,
  });
  let lastMs = -Infinity;
  return {
    alive: async (now) => {
      if (url === null || now.getTime() - lastMs < intervalMs - toleranceMs) return;
      lastMs = now.getTime();
      try {
        const { status } = await http.request({ method: 'GET', url, timeoutMs, bytesMax });
        if (status >= 300) log.warn({ status }, 'DEAD_MAN_URL did not answer with 2xx');
      } catch (error) {
        // Its path is a secret.
        log.warn({ code: errorCode(error) }, 'DEAD_MAN_URL does not answer');
      }
    },
    close: () => http.close(),
  };
}
