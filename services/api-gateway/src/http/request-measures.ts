import type { Counter, Metrics } from '@postrider/runtime';
import type { Endpoint } from './route';

/** 2.5 ms to 10 s: an accepted email takes some 10 ms, and half a minute is the client's own limit. */
const boundariesSeconds = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** Statuses that alerts ask about: a rate cannot see the first value of a series that was not there. */
const alertedStatuses = [500, 503] as const;

type MeasuredRoute = Pick<Endpoint, 'path' | 'method' | 'success'>;

export interface RequestMeasures {
  readonly ofRoute: (route: MeasuredRoute, status: number, durationMs: number) => void;
  /** Of a request to no route: how long its refusal took tells nothing. */
  readonly ofNone: (method: string, status: number) => void;
}

/**
 * Counts each request by its route as the reference writes it, never by the path that was asked for, which clients make up. All
 * series of the API are looked up before the first request: a measurement is two additions and a search among eleven buckets.
 */
export function createRequestMeasures(metrics: Metrics, routes: readonly MeasuredRoute[]): RequestMeasures {
  const requests = metrics.counter('http_requests', 'API requests by route, method and status.', {
    route: [],
    method: [],
    status: [],
  });
  const durations = metrics.histogram(
    'http_request_duration_seconds',
    'Time from the request headers to the response, by route and method.',
    { labels: { route: [], method: [] }, boundaries: boundariesSeconds },
  );
  const seriesOf = (route: MeasuredRoute) => {
    const labels = { route: route.path, method: route.method };
    const { status, repeated = status } = route.success;
    const statuses = new Map<number, Counter>();
    const counterOf = (each: number): Counter => {
      const counter = requests.with({ ...labels, status: String(each) });
      statuses.set(each, counter);
      return counter;
    };
    for (const each of [status, repeated, ...alertedStatuses]) counterOf(each);
    return { duration: durations.with(labels), statuses, counterOf };
  };
  const series = new Map(routes.map((route) => [route, seriesOf(route)]));
  return {
    ofRoute: (route, status, durationMs) => {
      let own = series.get(route);
      if (own === undefined) series.set(route, (own = seriesOf(route)));
      (own.statuses.get(status) ?? own.counterOf(status)).add();
      own.duration.record(durationMs / 1_000);
    },
    // Node's parser knows some thirty methods and refuses the others.
    ofNone: (method, status) => requests.add(1, { route: 'none', method, status: String(status) }),
  };
}
