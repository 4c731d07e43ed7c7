import { z } from 'zod';
import type { WatchedProcess } from './read-metrics';
import type { AlertSmtp } from './send-alert-mail';

const services = ['api-gateway', 'smtp-relay', 'send-worker', 'webhook-dispatcher', 'metrics-aggregator'];
/** Of one item. */
export const watchedProcessPattern = `(?:${services.join('|')})=https?://[^\\s,]+`;
const processesMax = 100;

/** Of items `send-worker=http://10.0.0.1:4102/metrics`. */
export function readWatchedProcesses(
  items: readonly string[],
  context: z.RefinementCtx,
): readonly WatchedProcess[] {
  return items.slice(0, processesMax).map((item): WatchedProcess => {
    const [, service = '', text = ''] = /^([a-z-]+)=(https?:\/\/.+)$/.exec(item) ?? [];
    const url = URL.parse(text);
    if (services.includes(service) && url !== null) return { service, url };
    const message = `must be a list of service=URL, such as send-worker=http://127.0.0.1:4102/metrics; services are ${services.join(', ')}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** Without a sender. */
export function readAlertSmtp(text: string | undefined): Omit<AlertSmtp, 'from'> | null {
  const url = URL.parse(text ?? '');
  if (url === null) return null;
  const isImplicitTls = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isImplicitTls ? 465 : 587),
    isImplicitTls,
    credentials: user === '' ? null : { user, password: decodeURIComponent(url.password) },
  };
}
