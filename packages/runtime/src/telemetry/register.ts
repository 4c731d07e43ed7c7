/**
 * Loaded by `node --require @postrider/runtime/register` before everything else, because instrumentation can only
 * wrap modules that are not loaded yet. Costs nothing when tracing is off: the SDK is not even read from disk.
 */
import { createRequire, setSourceMapsSupport } from 'node:module';
import type * as tracing from './start-tracing';
import { readTelemetrySettings } from './config';

// As `--enable-source-maps`, without the maps of packages: those take 7 MB of each service.
setSourceMapsSupport(true, { nodeModules: false });

const { enabled, serviceName } = readTelemetrySettings();
if (enabled) {
  const { startTracing } = createRequire(__filename)('./start-tracing') as typeof tracing;
  startTracing(serviceName);
}
