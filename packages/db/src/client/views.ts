import type { Prisma, PrismaClient } from '../generated/client';

type ModelName = Uncapitalize<Prisma.ModelName>;

/**
 * The models each service may write; it may read all. A test compares this with the `owner:` lines of the schema.
 * Tables written by packages/submission and packages/reviews are written with `pg` alone.
 */
export const writableModels = {
  'api-gateway': [
    'organization',
    'apiKey',
    'auditEntry',
    'apiRequestLog',
    'domain',
    'dkimKey',
    'emailEvent',
    'suppression',
    'webhookEndpoint',
    'webhookDelivery',
    'webhookReplay',
    'template',
    'templateVersion',
    'topic',
    'segment',
    'contact',
    'topicSubscription',
    'alertRule',
    'notice',
    'trackingAliasRemoval',
    'domainSendingDay',
    'dailyCounter',
    'secretProof',
    'sweepCursor',
  ],
  'send-worker': [
    'message',
    'messageContent',
    'messageAttachment',
    'recipient',
    'deliveryAttempt',
    'emailEvent',
    'suppression',
    'domainSendingDay',
    'secretProof',
    'sweepCursor',
  ],
  'webhook-dispatcher': [
    'webhookDelivery',
    'webhookAttempt',
    'webhookEndpoint',
    'webhookReplay',
    'notice',
    'secretProof',
    'sweepCursor',
  ],
  'metrics-aggregator': [
    'dailyCounter',
    'countedEvent',
    'usageDay',
    'usageShard',
    'messageContent',
    'messageAttachment',
    'idempotencyKey',
    'organization',
    'alert',
    'auditEntry',
    'notice',
    'sweepCursor',
  ],
} as const satisfies Record<string, readonly ModelName[]>;

export type DatabaseService = keyof typeof writableModels;

type ReadMethod =
  | 'findUnique'
  | 'findUniqueOrThrow'
  | 'findFirst'
  | 'findFirstOrThrow'
  | 'findMany'
  | 'count'
  | 'aggregate'
  | 'groupBy';

type Models<Service extends DatabaseService> = Pick<
  PrismaClient,
  (typeof writableModels)[Service][number]
> & {
  readonly [Model in Exclude<ModelName, (typeof writableModels)[Service][number]>]: Pick<
    PrismaClient[Model],
    ReadMethod
  >;
};

/** What a service sees of Prisma: its own tables whole, the others to read. */
export type DatabaseView<Service extends DatabaseService> = Models<Service> & {
  /** One transaction for several writes; database work only, nothing that waits for a network. */
  $transaction<T>(work: (transaction: Models<Service>) => Promise<T>): Promise<T>;
};

export type ApiGatewayView = DatabaseView<'api-gateway'>;
export type SendWorkerView = DatabaseView<'send-worker'>;
export type WebhookDispatcherView = DatabaseView<'webhook-dispatcher'>;
