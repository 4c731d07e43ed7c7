import type { PrismaClient } from '../generated/client';
import type { ApiGatewayView, DatabaseView, SendWorkerView, WebhookDispatcherView } from './views';

type Access<View, Model extends keyof View> = 'update' extends keyof View[Model] ? 'writes' : 'reads';
type Transaction<Service extends 'api-gateway' | 'send-worker'> = Parameters<
  Parameters<DatabaseView<Service>['$transaction']>[0]
>[0];

/** The compiler checks these lines: another value than the view's does not compile. */
const gateway: [Access<ApiGatewayView, 'organization'>, Access<ApiGatewayView, 'message'>] = [
  'writes',
  'reads',
];
const worker: [Access<SendWorkerView, 'message'>, Access<SendWorkerView, 'apiKey'>] = ['writes', 'reads'];
const dispatcher: Access<WebhookDispatcherView, 'webhookEndpoint'> = 'writes';
const inTransaction: [
  Access<Transaction<'api-gateway'>, 'apiKey'>,
  Access<Transaction<'api-gateway'>, 'message'>,
] = ['writes', 'reads'];
const wayOut: '$executeRaw' extends keyof ApiGatewayView ? 'open' : 'closed' = 'closed';

/** The client itself serves as each view. */
const asViews = (prisma: PrismaClient): [ApiGatewayView, SendWorkerView, WebhookDispatcherView] => [
  prisma,
  prisma,
  prisma,
];

describe('the views', () => {
  it('let a service write its own tables and only read the others', () => {
    expect([gateway, worker, dispatcher, inTransaction, wayOut, asViews]).toHaveLength(6);
  });
});
