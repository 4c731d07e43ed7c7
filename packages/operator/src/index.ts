export { changeDomain, listDomains, type DomainRow } from './domains/domains.repository';
export { listKeys, requestRotation, type KeyRow } from './domains/keys.repository';
export { changeInBulk, changesOfState } from './messages/bulk-change';
export { findMessages, type FoundMessage } from './messages/find.repository';
export { showMessage, type MessageDetail } from './messages/show-message';
export { listMail, type ListedMail, type MailFilter } from './messages/list.repository';
export { findDomainIds } from './messages/retry.repository';
export {
  changeOrganization,
  createOrganization,
  findOrganizationId,
  listOrganizations,
  showOrganization,
  type OrganizationDetail,
  type OrganizationRow,
} from './organizations/organizations.repository';
export { changeAllSending } from './organizations/pause-all';
export { endDrains, insertDrains, listDrains, readOpenDrains } from './queues/drains.repository';
export { listAuditEntries, type AuditEntryRow } from './audit/audit.repository';
export { CommandRefused } from './command-refused';
export {
  createKey as createApiKey,
  listKeys as listApiKeys,
  revokeKey as revokeApiKey,
  type ApiKeyRow,
} from './keys/keys.repository';
export { findPerson, type FoundPerson } from './contacts/find-person';
export { listImports, type ImportRow } from './imports/imports.repository';
export {
  listSuppressions,
  removeSuppressions,
  type SuppressionRow,
} from './suppressions/suppressions.repository';
export { beginDeletion, deletePart, refusalsOf } from './organizations/delete-organization';
export { countOwned, type Owned } from './organizations/deleted-organization.repository';
export {
  disableWebhook,
  enableWebhook,
  listWebhooks,
  startReplay,
  type WebhookRow,
} from './webhooks/webhooks.repository';
export {
  changeHeld,
  countChosen,
  countHeld,
  declareRestoration,
  listRestorations,
} from './restored/restored.repository';
export { readIncident, type Incident } from './incident/read-incident';
export { readHealth, type Health } from './health/read-health';
export { readSites, suspendedSites, type PlatformSite } from './sites/read-sites';
export { resumeSite } from './sites/resume-site';
export { readSuspensions, suspendSite } from './sites/sites.repository';
export { tryAtOnce, type TriedAtOnce } from './messages/try-at-once';
export { changeDeadLetters, type DeadLetterChange } from './queues/change-dead-letters';
export {
  findReview,
  listFlagged,
  type FlaggedMessage,
  type ReviewedMessage,
} from './reviews/flagged.repository';
export { findPools } from './sources/sources.repository';
export { addSource, readHelloName, readSourceAddress } from './sources/add-source';
export { changeSource, listSources, removeSource, type SourceRow } from './sources/sources.repository';
export {
  readTransports,
  resumeTransport,
  siteRegions,
  type PlatformTransport,
  type TransportsOf,
} from './transports/read-transports';
export { describeKinds, isTransport, setTransport } from './transports/set-transport';
export { removeTransport, setDisabled } from './transports/transports.repository';
export { readTableSizes } from './partitions/partition-sizes.repository';
export { countSealed, readProvenSecrets } from './secrets/sealed-keys.repository';
