import type { Prisma, PrismaClient } from '../generated/client';

type ModelName = Uncapitalize<Prisma.ModelName>;

/**
 * The models that api-gateway may write; it may read all. A test compares this with the `writers:` lines of the schema. All
 * other services and packages write with `pg` alone, and a test holds their statements to the same lines.
 */
export const apiGatewayModels = [
  'organization',
  'apiKey',
  'apiRequestLog',
  'apiRequestContent',
  'domain',
  'dkimKey',
  'emailEvent',
  'emailShareLink',
  'suppression',
  'webhookEndpoint',
  'webhookDelivery',
  'webhookReplay',
  'template',
  'templateVersion',
  'image',
  'savedBlock',
  'topic',
  'segment',
  'segmentWatch',
  'segmentMember',
  'contactEvent',
  'broadcast',
  'automation',
  'automationVersion',
  'automationEvent',
  'automationEventKey',
  'automationUsage',
  'automationRun',
  'signupForm',
  'signupFormTopic',
  'signupRequest',
  'alertRule',
  'trackingAliasRemoval',
  'domainSendingDay',
  'dailyCounter',
  'import',
  'importChunk',
  'importRefusal',
  'importedContact',
  'inboundEmail',
  'dmarcReport',
  'receivedTlsReport',
  'dmarcSourceName',
  'googlePostmasterConnection',
  'googlePostmasterDomain',
] as const satisfies readonly ModelName[];

type Written = (typeof apiGatewayModels)[number];

type ReadMethod =
  | 'findUnique'
  | 'findUniqueOrThrow'
  | 'findFirst'
  | 'findFirstOrThrow'
  | 'findMany'
  | 'count'
  | 'aggregate'
  | 'groupBy';

type Models = Pick<PrismaClient, Written> & {
  readonly [Model in Exclude<ModelName, Written>]: Pick<PrismaClient[Model], ReadMethod>;
};

interface RawStatements {
  $queryRawUnsafe(text: string, ...values: unknown[]): Promise<readonly unknown[]>;
  $executeRawUnsafe(text: string, ...values: unknown[]): Promise<number>;
}

/** What views hide, for the few statements that packages/db runs in anybody's transaction. */
export function rawStatements(tx: object): RawStatements {
  return tx as RawStatements;
}

/** What api-gateway sees of Prisma: its own tables whole, the others to read. */
export type ApiGatewayView = Models & {
  /** One transaction for several writes; database work only, nothing that waits for a network. */
  $transaction<T>(work: (transaction: Models) => Promise<T>): Promise<T>;
  $disconnect(): Promise<void>;
};
