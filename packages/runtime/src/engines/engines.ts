import type { Dependency } from './dependency';

interface Closable {
  close(): Promise<unknown>;
}

/** The engines as every service names them in its logs and reads their addresses (`common-settings.ts`). */
export const engines = {
  postgres: (
    url: string,
    database: Closable & { ping(): Promise<unknown>; refusesWrites(): string | null },
  ): Dependency => ({
    name: 'PostgreSQL',
    setting: 'DATABASE_URL',
    url,
    check: () => database.ping(),
    refusesWrites: () => database.refusesWrites(),
    close: () => database.close(),
  }),

  rabbitmq: (
    url: string,
    broker: Closable & { ready(): Promise<unknown>; refusesWrites(): string | null },
  ): Dependency => ({
    name: 'RabbitMQ',
    setting: 'AMQP_URL',
    url,
    check: () => broker.ready(),
    refusesWrites: () => broker.refusesWrites(),
    close: () => broker.close(),
  }),

  /** No service needs it to start: what each does without it stands where it connects. */
  redis: (
    url: string,
    { check, close, refusesWrites }: Pick<Dependency, 'check' | 'close' | 'refusesWrites'>,
  ): Dependency => ({
    name: 'Redis',
    setting: 'REDIS_URL',
    url,
    check,
    ...(close && { close }),
    ...(refusesWrites && { refusesWrites }),
    required: false,
  }),
};
