import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../metrics/metrics';
import type { Health, ReadinessReport } from './health';

/** Answers some paths of its own; false means that the request is for someone else. */
export type HealthHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** `/healthz`, `/readyz` with what it found, and `/metrics`: for the operator, on a port that the world does not reach. */
export function createHealthHandler({
  health,
  metrics,
}: {
  health: Health;
  metrics: Metrics;
}): HealthHandler {
  const probes = createProbeHandler(health, { tellsDetails: true });
  return (request, response) => {
    if (pathOf(request) !== '/metrics') return probes(request, response);
    metrics.handle(request, response);
    return true;
  };
}

/** `/healthz` and `/readyz`; without details for load balancers, on a port that anybody may ask. */
export function createProbeHandler(
  health: Health,
  { tellsDetails = false }: { readonly tellsDetails?: boolean } = {},
): HealthHandler {
  return (request, response) => {
    switch (pathOf(request)) {
      case '/healthz':
        // Alive means: the event loop turns. A missing engine is no reason to be restarted.
        answer(response, 200, { status: 'ok' });
        return true;
      case '/readyz':
        void health.report().then(
          ({ ready, ...details }) =>
            answer(response, ready ? 200 : 503, {
              status: statusOf({ ready, ...details }, tellsDetails),
              // The process's own id: whoever started it sees that no other process answers in its place.
              ...(tellsDetails && { pid: process.pid, ...details }),
            }),
          () => answer(response, 503, { status: 'not_ready' }),
        );
        return true;
      default:
        return false;
    }
  };
}

/** `degraded`: ready, without an engine that it can work without. That is for the operator. */
function statusOf({ ready, dependencies }: ReadinessReport, tellsDetails: boolean): string {
  if (!ready) return 'not_ready';
  return !tellsDetails || Object.values(dependencies).every(({ ok }) => ok) ? 'ready' : 'degraded';
}

/** Empty, which is no path, unless it is asked for. */
function pathOf({ method, url = '' }: IncomingMessage): string {
  return method === 'GET' || method === 'HEAD' ? url.replace(/\?.*$/, '') : '';
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
