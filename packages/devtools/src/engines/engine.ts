import { ExplainedError } from '../explained-error';

export type EngineName = 'postgres' | 'redis' | 'rabbitmq';

/** Where an engine comes from; `environment` ones are not ours and are never stopped. */
export type EngineSource = 'environment' | 'docker' | 'local';

/** One engine of a set. Every method is idempotent and returns when the new state is reached. */
export interface Engine {
  readonly name: EngineName;
  readonly source: EngineSource;
  readonly url: string;
  isReady(): Promise<boolean>;
  /** Whether what this checkout has started runs, and not another's on the same port; always, for one given by URL. */
  isOurs(): Promise<boolean>;
  /** Starts it when it is not running and waits until it answers. */
  start(): Promise<void>;
  /** The orderly stop that a package manager's restart would do. */
  stop(): Promise<void>;
  /** SIGKILL, no warning: what a power cut or the OOM killer does to the process. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Freezes it: connections stay open, nothing answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops it and deletes its data. */
  destroy(): Promise<void>;
}

export interface Engines {
  readonly postgres: Engine;
  readonly redis: Engine;
  readonly rabbitmq: Engine;
  /** RabbitMQ's HTTP API with credentials, for making virtual hosts. */
  readonly amqpManagementUrl: string;
}

/** Progress and notices, one line each. */
export type Report = (line: string) => void;

/** An engine cannot be had, or does not do what was asked. */
export class EngineError extends ExplainedError {
  override readonly name = 'EngineError';
}
