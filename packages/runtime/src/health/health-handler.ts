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
  const probes = createProbes(health, { showsDetails: true });
  return (request, response) => {
    switch (pathOf(request)) {
      case '/metrics':
        metrics.handle(request, response);
        return true;
      case '/healthz':
        answer(response, probes.healthz());
        return true;
      case '/readyz':
        void probes.readyz().then((ready) => answer(response, ready));
        return true;
      default:
        return false;
    }
  };
}

export interface ProbeAnswer {
  readonly status: number;
  readonly body: object;
}

/** What `/healthz` and `/readyz` answer. */
export interface Probes {
  healthz(): ProbeAnswer;
  readyz(): Promise<ProbeAnswer>;
}

/** Without details for load balancers, on a port that anybody may ask. */
export function createProbes(
  health: Health,
  { showsDetails = false }: { readonly showsDetails?: boolean } = {},
): Probes {
  return {
    // Alive means: the event loop turns. A missing engine is no reason to be restarted.
    healthz: () => ({ status: 200, body: { status: 'ok' } }),
    readyz: async () => {
      let report: ReadinessReport;
      try {
        report = await health.report();
      } catch {
        return { status: 503, body: { status: 'not_ready' } };
      }
      const body = {
        status: statusOf(report, showsDetails),
        // The process's own id: its starter sees that no other process answers in its place.
        ...(showsDetails && { pid: process.pid, ...detailsOf(report) }),
      };
      return { status: report.ready ? 200 : 503, body };
    },
  };
}

function detailsOf({ ready: _ready, ...details }: ReadinessReport): Omit<ReadinessReport, 'ready'> {
  return details;
}

/** `degraded`: ready, without an engine that it can work without. That is for the operator. */
function statusOf({ ready, dependencies }: ReadinessReport, showsDetails: boolean): string {
  if (!ready) return 'not_ready';
  return !showsDetails || Object.values(dependencies).every(({ ok }) => ok) ? 'ready' : 'degraded';
}

/** Empty, which is no path, unless it is asked for. */
function pathOf({ method, url = '' }: IncomingMessage): string {
  return method === 'GET' || method === 'HEAD' ? url.replace(/\?.*$/, '') : '';
}

function answer(response: ServerResponse, { status, body }: ProbeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
