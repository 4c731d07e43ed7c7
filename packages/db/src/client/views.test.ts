import type { PrismaClient } from '../generated/client';
import type { ApiGatewayView } from './views';

type Access<View, Model extends keyof View> = 'update' extends keyof View[Model] ? 'writes' : 'reads';
type Transaction = Parameters<Parameters<ApiGatewayView['$transaction']>[0]>[0];

/** The compiler checks these lines: another value than the view's does not compile. */
const gateway: [Access<ApiGatewayView, 'organization'>, Access<ApiGatewayView, 'message'>] = [
  'writes',
  'reads',
];
const inTransaction: [Access<Transaction, 'apiKey'>, Access<Transaction, 'message'>] = ['writes', 'reads'];
const wayOut: '$executeRaw' extends keyof ApiGatewayView ? 'open' : 'closed' = 'closed';

/** The client itself serves as the view. */
const asView = (prisma: PrismaClient): ApiGatewayView => prisma;

describe('the view', () => {
  it('lets the gateway write its own tables and only read the others', () => {
    expect([gateway, inTransaction, wayOut, asView]).toHaveLength(4);
  });
});
