import { randomBytes } from 'node:crypto';

/** What a new installation makes and every later run keeps. */
export type Secrets = Readonly<Record<SecretName, string>>;

export type SecretName =
  | 'DATABASE_URL'
  | 'REDIS_URL'
  | 'AMQP_URL'
  | 'MASTER_KEY'
  | 'LINK_SECRET'
  | 'RELAY_SECRET'
  | 'RETURN_PATH_SECRET';

interface EngineHosts {
  readonly postgresql: string;
  readonly redis: string;
  readonly rabbitmq: string;
}

/** @param kept those that the installation has; a new master key could not open what the old one has sealed */
export function completeSecrets(kept: ReadonlyMap<string, string>, hosts: EngineHosts): Secrets {
  const made: Readonly<Record<SecretName, () => string>> = {
    DATABASE_URL: () => `postgresql://postrider:${password()}@${hosts.postgresql}:5432/postrider`,
    REDIS_URL: () => `redis://:${password()}@${hosts.redis}:6379`,
    AMQP_URL: () => `amqp://postrider:${password()}@${hosts.rabbitmq}:5672/postrider`,
    MASTER_KEY: key,
    LINK_SECRET: key,
    RELAY_SECRET: key,
    RETURN_PATH_SECRET: key,
  };
  const entries = (Object.keys(made) as SecretName[]).map((name) => [name, kept.get(name) || made[name]()]);
  return Object.fromEntries(entries) as Record<SecretName, string>;
}

function key(): string {
  return randomBytes(32).toString('base64');
}

/** Of characters that no shell, URL, SQL statement or settings file interprets. */
function password(): string {
  return randomBytes(24).toString('hex');
}
