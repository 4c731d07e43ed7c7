import {
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  startWebhookReceiver,
  type TestContext,
  type WebhookEndpointFixture,
  type WebhookReceiver,
} from '@postrider/testkit';
import type { DispatcherOptions } from '../src/app';
import { startTestDispatcher, type TestDispatcher } from './start-test-dispatcher';

/** Engines, dispatchers and receivers of a test, which end together. */
export interface WebhookTest {
  readonly context: TestContext;
  startDispatcher(this: void, overrides?: Partial<DispatcherOptions>): Promise<TestDispatcher>;
  startReceiver(this: void): Promise<WebhookReceiver>;
  /** A new organization with `count` endpoints at the receiver, one by default; `events` as in the API, all by default. */
  createTenant(this: void, receiver: WebhookReceiver, options?: TenantOptions): Promise<Tenant>;
  close(this: void): Promise<void>;
}

interface TenantOptions {
  readonly count?: number;
  readonly events?: readonly string[];
  readonly path?: string;
}

interface Tenant {
  readonly organizationId: string;
  /** The first, if there are several. */
  readonly endpoint: WebhookEndpointFixture;
}

export async function createWebhookTest(): Promise<WebhookTest> {
  const context = await createTestContext();
  const dispatchers: TestDispatcher[] = [];
  const receivers: WebhookReceiver[] = [];
  return {
    context,
    startDispatcher: async (overrides) => {
      const dispatcher = await startTestDispatcher(context, overrides);
      dispatchers.push(dispatcher);
      return dispatcher;
    },
    startReceiver: async () => {
      const receiver = await startWebhookReceiver();
      receivers.push(receiver);
      return receiver;
    },
    createTenant: async (receiver, { count = 1, events = [], path = '' } = {}) => {
      const { id: organizationId } = await createOrganization(context.pool);
      const create = (): Promise<WebhookEndpointFixture> =>
        createWebhookEndpoint(context.pool, { organizationId, url: `${receiver.url}${path}`, events });
      const endpoint = await create();
      for (let made = 1; made < count; made += 1) await create();
      return { organizationId, endpoint };
    },
    close: async () => {
      for (const dispatcher of dispatchers) await dispatcher.close();
      for (const receiver of receivers) await receiver.close();
      await context.close();
    },
  };
}
