import { portOffset } from './port-offset';

/** Ports of one independent set of engines. Several sets run beside each other on one machine. */
export interface EngineSet {
  /** Names the data folder, the RabbitMQ node and the containers. */
  readonly name: string;
  readonly postgresPort: number;
  readonly redisPort: number;
  readonly amqpPort: number;
  readonly amqpManagementPort: number;
  /** Erlang's own name server and distribution: private per set, so nodes never meet. */
  readonly epmdPort: number;
  readonly erlangDistributionPort: number;
}

export const namedSets = ['dev', 'test', 'faults', 'bench'] as const;
export type NamedSet = (typeof namedSets)[number];

/**
 * The set of that name; `PORT_OFFSET` moves every port, so that two checkouts can live on one machine.
 */
export function engineSet(name: NamedSet, offset = portOffset()): EngineSet {
  const shift = namedSets.indexOf(name) + offset;
  return {
    name,
    // Their last two digits differ, so that checkouts whose offsets are hundreds share none. All below 32768: from there Linux hands out ports of outgoing connections, and now and then one would be taken.
    postgresPort: 21432 + shift,
    redisPort: 23379 + shift,
    amqpPort: 24672 + shift,
    amqpManagementPort: 15772 + shift,
    epmdPort: 14361 + shift,
    erlangDistributionPort: 14880 + shift,
  };
}
