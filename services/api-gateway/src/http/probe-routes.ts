import type { ProbeAnswer, Probes } from '@postrider/runtime';
import type { RequestContext } from './request-context';
import type { TableRoute } from './route-table';

/** /healthz and /readyz for load balancers. */
export function probeRoutes(probes: Probes): TableRoute[] {
  const answer = async (
    context: RequestContext,
    probe: Promise<ProbeAnswer> | ProbeAnswer,
  ): Promise<void> => {
    const { status, body } = await probe;
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    context.send({ status, headers, body: JSON.stringify(body) });
  };
  return [
    { method: 'GET', path: '/healthz', handle: (context) => void answer(context, probes.healthz()) },
    { method: 'GET', path: '/readyz', handle: (context) => void answer(context, probes.readyz()) },
  ];
}
