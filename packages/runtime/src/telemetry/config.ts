import { z } from 'zod';
import { readSettings } from '../settings/parse-settings';
import { durationMs, switchSetting, urlWithScheme } from '../settings/setting-types';

/** The other OTEL_* variables (sampler, headers, timeouts) are read by the SDK itself. */
export const telemetrySettings = {
  /** Turns tracing on; naming a collector does, too. */
  OTEL_TRACES: switchSetting(false),
  /** The collector, for example `http://otel-collector:4318`. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlWithScheme('http', 'https').optional(),
  /** Name of the service in traces. Unset: that of its folder. */
  OTEL_SERVICE_NAME: z.string().optional(),
  /** Development: log each turn of the event loop that takes longer than this, with its location. 0: off. */
  EVENT_LOOP_GUARD_MS: durationMs(0),
};

export function readTelemetrySettings(): {
  enabled: boolean;
  serviceName: string;
  eventLoopGuardMs: number;
} {
  const settings = readSettings(z.object(telemetrySettings), process.env);
  return {
    enabled: settings.OTEL_TRACES || settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    serviceName: settings.OTEL_SERVICE_NAME ?? nameOfMain(process.argv[1] ?? ''),
    eventLoopGuardMs: settings.EVENT_LOOP_GUARD_MS,
  };
}

/** `…/services/send-worker/dist/main.js` → `send-worker`. */
function nameOfMain(file: string): string {
  return /[/\\]services[/\\]([^/\\]+)[/\\]/.exec(file)?.[1] ?? 'postrider';
}
