import { localPath } from '@postrider/testkit';
import {
  createServiceProcess,
  serviceNames,
  type ServiceName,
  type ServiceProcess,
  type ServiceSettings,
} from '../processes/service-process';
import type { DevelopmentPorts } from './development-ports';
import { fingerprintOf, readFingerprint, writeFingerprint } from './service-fingerprint';

/** The services of the development stack. */
export function developmentServices(settings: ServiceSettings, ports: DevelopmentPorts): ServiceProcess[] {
  return serviceNames.map((service) => {
    const healthPort = ports.health[service];
    return createServiceProcess({
      service,
      directory: localPath(),
      settings: { ...settings, HEALTH_PORT: String(healthPort) },
      healthPort,
    });
  });
}

/**
 * Brings every service up: those that run what is built now are left alone, those that died, or run an
 * older build or other settings, are started again.
 */
export async function bringUpServices(
  services: readonly ServiceProcess[],
  settings: ServiceSettings,
  report: (line: string) => void,
): Promise<void> {
  const wanted = new Map(services.map(({ service }) => [service, fingerprintOf(service, settings)]));
  const stale = services.filter((each) => !runsAsWanted(each, wanted));
  await Promise.all(stale.map((each) => each.stop()));
  const gateway = services.find(({ service }) => service === 'api-gateway');
  const results = await Promise.allSettled(
    services.map(async (each) => {
      // The relay asks the gateway before it is ready, and asks again ever more slowly.
      if (each.service === 'smtp-relay') await gateway?.start();
      const begun = performance.now();
      await each.start();
      writeFingerprint(each.service, wanted.get(each.service) ?? '');
      if (stale.includes(each))
        report(`${each.name} ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function runsAsWanted({ service, pid }: ServiceProcess, wanted: ReadonlyMap<ServiceName, string>): boolean {
  return pid() !== undefined && readFingerprint(service) === wanted.get(service);
}
