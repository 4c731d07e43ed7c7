export { ensureSeededTemplate } from './context/seeded-template';
export { createTestContext, withTestContext, type TestContext } from './context/test-context';
export { useEngineSet } from './context/use-engine-set';
export { build } from './dev/build';
export { platformHost, platformRecords } from './dev/demo-domains';
export { ensureTlsFiles, type TlsFiles } from './dev/development-tls';
export type { DnsRecord, DnsZone } from './dns-server/dns-zone';
export { startDnsServer, type DnsServer, type DnsServerOptions } from './dns-server/start-dns-server';
export type { Engine, EngineName, Engines, EngineSource, Report } from './engines/engine';
export { EngineError } from './engines/engine';
export { engineSet, type EngineSet, type NamedSet } from './engines/engine-set';
export { chooseEngines, ensureEngines, type EnsureEnginesOptions } from './engines/ensure-engines';
export { eventually, eventuallyPasses, type EventuallyOptions } from './eventually';
export { createApiKey, type ApiKeyFixture, type ApiKeyOverrides } from './factories/create-api-key';
export {
  createDomain,
  type DkimKeyPair,
  type DomainFixture,
  type DomainOverrides,
} from './factories/create-domain';
export {
  countUsage,
  createEmailEvent,
  createMessage,
  type EmailEventFixture,
  type EmailEventOverrides,
  type MessageFixture,
  type MessageOverrides,
} from './factories/create-message';
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
export { emailEvent } from './factories/email-event';
export type { Queryable } from './factories/insert-row';
export {
  testLinkSecret,
  testMasterKey,
  testRelaySecret,
  testReturnPathSecret,
} from './factories/test-secrets';
export { createDaemon, type Daemon } from './processes/daemon';
export { lastLines } from './processes/last-lines';
export {
  createServiceProcess,
  isBuilt,
  serviceNames,
  type ServiceName,
  type ServiceProcess,
  type ServiceSettings,
} from './processes/service-process';
export { localPath, projectRoot } from './project-paths';
export type { SinkBehaviour, SinkMoment, SinkScript, SinkTransaction } from './smtp-sink/sink-behaviour';
export {
  startSmtpSink,
  type SinkMessage,
  type SmtpSink,
  type SmtpSinkOptions,
} from './smtp-sink/start-smtp-sink';
export { createTenant } from './tenants/create-tenant';
export { dumpTenant, type TenantDump } from './tenants/dump-tenant';
export type { Tenant } from './tenants/tenant';
export {
  startWebhookReceiver,
  type ReceivedWebhook,
  type ReceiverAnswer,
  type ReceiverScript,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from './webhook-receiver/start-webhook-receiver';
export { randomInputs } from './testing/random-inputs';
