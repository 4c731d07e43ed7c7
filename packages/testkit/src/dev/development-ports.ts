import { portOffsetFromEnvironment } from '../engines/engine-set';
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

export function developmentPorts(offset = portOffsetFromEnvironment()): DevelopmentPorts {
  return {
    api: 4000 + offset,
    smtpStartTls: 2587 + offset,
    smtpTls: 2465 + offset,
    inbound: 2525 + offset,
    sinkSmtp: 1025 + offset,
    sinkApi: 1080 + offset,
    dns: 5354 + offset,
    health: {
      'api-gateway': 4100 + offset,
      'smtp-relay': 4101 + offset,
      'send-worker': 4102 + offset,
      'webhook-dispatcher': 4103 + offset,
      'metrics-aggregator': 4104 + offset,
    },
  };
}
