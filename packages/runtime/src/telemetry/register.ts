/**
 * Loaded by `node --require @postrider/runtime/register` before everything else, because instrumentation can only
 * wrap modules that are not loaded yet. Costs nothing when tracing is off: the SDK is not even read from disk.
 */
import { createRequire } from 'node:module';
import type * as tracing from './start-tracing';
import { readTelemetrySettings } from './config';

const { enabled, serviceName } = readTelemetrySettings();
if (enabled) {
  const { startTracing } = createRequire(__filename)('./start-tracing') as typeof tracing;
  startTracing(serviceName);
}
