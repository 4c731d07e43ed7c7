import { apiPort, portOffset, sinkPagePort } from '../engines/port-offset';
import type { ServiceName } from '../processes/service-process';

/** The ports of the development stack; `PORT_OFFSET` moves them all. */
export interface DevelopmentPorts {
  api: number;
  smtpStartTls: number;
  smtpTls: number;
  inbound: number;
  sinkSmtp: number;
  sinkApi: number;
  dns: number;
  health: Record<ServiceName, number>;
}

export function developmentPorts(offset = portOffset()): DevelopmentPorts {
  return {
    api: apiPort + offset,
    smtpStartTls: 2587 + offset,
    smtpTls: 2465 + offset,
    inbound: 2525 + offset,
    sinkSmtp: 1025 + offset,
    sinkApi: sinkPagePort + offset,
    dns: 5354 + offset,
    health: {
      // Not its default 4100: there the API of a checkout with PORT_OFFSET=100 is.
      'api-gateway': 4105 + offset,
      'smtp-relay': 4101 + offset,
      'send-worker': 4102 + offset,
      'webhook-dispatcher': 4103 + offset,
      'metrics-aggregator': 4104 + offset,
    },
  };
}

/** Where each service listens. */
export function portsOf(service: ServiceName, ports: DevelopmentPorts): number[] {
  const health = ports.health[service];
  switch (service) {
    case 'api-gateway':
      return [ports.api, health];
    case 'smtp-relay':
      return [ports.smtpStartTls, ports.smtpTls, ports.inbound, health];
    case 'send-worker':
    case 'webhook-dispatcher':
    case 'metrics-aggregator':
      return [health];
  }
}
