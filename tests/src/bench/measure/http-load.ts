import autocannon from 'autocannon';
import { withCpu } from './cpu-time';
import { cpuMicrosOf, type Sample } from './sample';

export interface HttpTarget {
  readonly url: string;
  /** Whose CPU time counts. */
  readonly pid: number | undefined;
  readonly headers?: Record<string, string>;
  /** POSTed in turn by each connection; none: GET. */
  readonly bodies?: readonly string[];
  /** Paths asked for in turn, for GET; default the URL's own. */
  readonly paths?: readonly string[];
  /** What one request is worth, such as 100 messages of a batch. */
  readonly unitsEach?: number;
}

const connections = 50;
const secondsEach = 4;
/** Longer than any answer takes; a request over it is an error, not a slow success. */
const timeoutSeconds = 20;

/**
 * Loads an endpoint over 50 kept connections.
 *
 * @throws when any answer was not 2xx: a rate of errors is not a rate
 */
export async function loadHttp(target: HttpTarget): Promise<Sample> {
  const { result, cpu } = await withCpu([target.pid], () => requestAll(target, { duration: secondsEach }));
  const units = result['2xx'] * (target.unitsEach ?? 1);
  return {
    units,
    perSecond: units / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMicros: cpuMicrosOf(cpu, units),
  };
}

/**
 * Asks for some time, or so many times.
 *
 * @throws when any answer was not 2xx
 */
export async function requestAll(
  target: HttpTarget,
  bound: { readonly duration: number } | { readonly amount: number },
): Promise<autocannon.Result> {
  const result = await autocannon({
    url: target.url,
    connections,
    ...bound,
    timeout: timeoutSeconds,
    headers: { 'content-type': 'application/json', ...target.headers },
    requests: requestsOf(target),
  });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Error(
      `${target.url}: ${result['2xx']} answers were 2xx, ${result.non2xx} were not, ${result.errors} requests failed` +
        ` (${JSON.stringify(result.statusCodeStats)})`,
    );
  }
  return result;
}

function requestsOf({ bodies, paths }: HttpTarget): autocannon.Request[] {
  if (bodies) return bodies.map((body) => ({ method: 'POST', body }));
  return (paths ?? [undefined]).map((path) => ({ method: 'GET', ...(path !== undefined && { path }) }));
}
