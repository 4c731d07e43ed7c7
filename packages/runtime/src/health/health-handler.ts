import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../metrics/metrics';
import type { Health } from './health';

/** Answers `/healthz`, `/readyz` and `/metrics`; false means that the request is for someone else. */
export type HealthHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createHealthHandler({
  health,
  metrics,
}: {
  health: Health;
  metrics: Metrics;
}): HealthHandler {
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    switch ((request.url ?? '').replace(/\?.*$/, '')) {
      case '/healthz':
        // Alive means: the event loop turns. A missing engine is no reason to be restarted.
        answer(response, 200, { status: 'ok' });
        return true;
      case '/readyz':
        void health.report().then(
          ({ ready, ...report }) =>
            answer(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not_ready', ...report }),
          () => answer(response, 503, { status: 'not_ready' }),
        );
        return true;
      case '/metrics':
        metrics.handle(request, response);
        return true;
      default:
        return false;
    }
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
