export { endTestRun, prepareTestRun } from './context/prepare-test-run';
export { ensureSeededTemplate } from './context/seeded-template';
export {
  createTestContext,
  databasePatience,
  useTestContext,
  withTestContext,
  type TestContext,
} from './context/test-context';
export { costGrowth, linearRatioMax } from './cost-growth';
export { createDatabaseServer, findPostgres, programPath, type DatabaseServer } from './database-server';
export { canonicalName, dnsZone, type DnsRecord, type DnsZone } from './dns-server/dns-zone';
export { platformHost, platformRecords } from './dns-server/platform-records';
export { startDnsServer, type DnsServer, type DnsServerOptions } from './dns-server/start-dns-server';
export { watchZoneFile } from './dns-server/watch-zone-file';
export { isExhaustive, isInSample, sampleSeed } from './exhaustive';
export { eventually, eventuallyPasses, type EventuallyOptions } from './eventually';
export { createApiKey, type ApiKeyFixture, type ApiKeyOverrides } from './factories/create-api-key';
export {
  createDomain,
  type DkimKeyPair,
  type DomainFixture,
  type DomainOverrides,
} from './factories/create-domain';
export { createBroadcast, type BroadcastOverrides } from './factories/create-broadcast';
export { insertRow } from './factories/insert-row';
export { createInboundEmail, type InboundEmailFixture } from './factories/create-inbound-email';
export {
  countUsage,
  createEmailEvent,
  createMessage,
  type EmailEventFixture,
  type EmailEventOverrides,
  type MessageFixture,
  type MessageOverrides,
} from './factories/create-message';
export { createMember, createUser, type MemberFixture } from './factories/create-member';
export {
  createOrganization,
  type OrganizationFixture,
  type OrganizationOverrides,
} from './factories/create-organization';
export {
  createWebhookEndpoint,
  type WebhookEndpointFixture,
  type WebhookEndpointOverrides,
} from './factories/create-webhook-endpoint';
export { deliveryReport, type ReportedRecipient } from './factories/delivery-report';
export { emailEvent } from './factories/email-event';
export { sendingPrincipal, unlimitedQuota } from './factories/sending-principal';
export type { Queryable } from './factories/insert-row';
export {
  testLinkSecret,
  testMasterKey,
  testRelaySecret,
  testReturnPathSecret,
} from './factories/test-secrets';
export { closedPort, freePort, freePorts } from './free-ports';
export { startPostfix, type Postfix } from './postfix/start-postfix';
export { openTransaction, type OpenTransaction, type WaitingStatement } from './open-transaction';
export { writePrivateFile } from './private-file';
export { missingPackages, missingProgram, type ProgramName } from './programs';
export { checkoutId, localPath, projectRoot } from './project-paths';
export {
  rawOfSesCall,
  sesAnswers,
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from './provider-server/start-provider-server';
export { randomInputs } from './random-inputs';
export type { ScriptedBehaviour, ScriptedMessage, SmtpFault, SmtpStep } from './smtp-sink/scripted-behaviour';
export type { SinkBehaviour, SinkMoment, SinkScript, SinkTransaction } from './smtp-sink/sink-behaviour';
export { startScriptedServers, type ScriptedServers } from './smtp-sink/start-scripted-servers';
export {
  startSmtpSink,
  type SinkMessage,
  type SmtpSink,
  type SmtpSinkOptions,
} from './smtp-sink/start-smtp-sink';
export { createTestAuthority, type IssuedCertificate, type TestAuthority } from './test-authority';
export { createTenant } from './tenants/create-tenant';
export { dumpTenant, type TenantDump } from './tenants/dump-tenant';
export { pathObjects, placesOf, type PathObjects } from './tenants/path-objects';
export type { Tenant } from './tenants/tenant';
export { createCertificate, ensureTlsFiles, type TestCertificate, type TlsFiles } from './tls-files';
export {
  startWebhookReceiver,
  type ReceivedWebhook,
  type ReceiverAnswer,
  type ReceiverScript,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from './webhook-receiver/start-webhook-receiver';
