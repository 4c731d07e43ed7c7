import type { Metrics } from '@postrider/runtime';
import type { DeliveryRecord } from './deliveries/delivery';

export interface DispatcherMetrics {
  recorded(record: DeliveryRecord): void;
  disabled(): void;
  recovered(deliveries: number): void;
  replayed(deliveries: number): void;
  left(): void;
}

export function createDispatcherMetrics(metrics: Metrics): DispatcherMetrics {
  const attempts = metrics.counter(
    'webhook_attempts',
    'Attempts of webhook deliveries, by state after the attempt.',
    { status: ['pending', 'delivered', 'exhausted'], answered: ['yes', 'no'] },
  );
  const duration = metrics.histogram('webhook_attempt_duration_seconds', 'Time of one attempt.');
  const deferrals = metrics.counter(
    'webhook_deferred',
    'Deliveries deferred without an attempt: their endpoint was too slow, or its secret did not open.',
  );
  const disabling = metrics.counter(
    'webhook_endpoints_disabled',
    'Endpoints disabled: gone, or failing for days.',
  );
  const recoveries = metrics.counter(
    'webhook_deliveries_recovered',
    'Deliveries that a sweep found because the broker did not bring the event.',
  );
  const leaving = metrics.counter(
    'webhook_events_left',
    'Events left to the sweep because too much of their organization is in work, waits or is due.',
  );
  const replays = metrics.counter('webhook_deliveries_replayed', 'Deliveries that a replay made due again.');
  return {
    recorded: ({ status, attempt }) => {
      if (attempt === null) {
        deferrals.add();
        return;
      }
      attempts.add(1, { status, answered: attempt.status === null ? 'no' : 'yes' });
      duration.record(attempt.latencyMs / 1_000);
    },
    disabled: () => disabling.add(),
    recovered: (deliveries) => recoveries.add(deliveries),
    left: () => leaving.add(),
    replayed: (deliveries) => replays.add(deliveries),
  };
}
