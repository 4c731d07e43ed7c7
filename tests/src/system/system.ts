import type pg from 'pg';
import type { ServiceSettings } from '@postrider/devtools';
import type { TestContext } from '@postrider/testkit';
import type { Api } from './api';
import type { Processes } from './processes';
import type { Replica } from './replicas';
import type { SystemSecrets } from './secrets';
import type { Tenant } from './tenant';
import type { World } from './world';

/** The five built services as processes on engines of their own, one organization, and the world around them. */
export interface System {
  readonly context: TestContext;
  /** For looking at rows and for bending them; at most 5 connections. */
  readonly pool: pg.Pool;
  readonly tenant: Tenant;
  readonly world: World;
  readonly secrets: SystemSecrets;
  readonly settings: ServiceSettings;
  /** Of services that start from now on. */
  changeSettings(to: ServiceSettings): void;
  readonly replicas: readonly Replica[];
  readonly processes: Processes;
  /** The gateway, or the balancer in front of several. */
  readonly apiUrl: string;
  /** Where the first relay takes mail of other servers. */
  readonly inbound: { host: string; port: number };
  readonly smtp: { host: string; startTlsPort: number; tlsPort: number; caFile: string };
  /** A client with the given token; the default is the live ADMIN key. */
  api(token?: string): Api;
  /** Where the services' logs are, `<replica>.log`. */
  readonly logFolder: string;
  /**
   * Stops everything.
   * @throws when a service had died without being stopped
   */
  stop(): Promise<void>;
}
