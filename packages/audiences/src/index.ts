export {
  checkConditions,
  checkTriggeringEvents,
  isOfWait,
  type ConditionSubject,
  type WaitResult,
} from './automations/conditions';
export {
  firstPosition,
  nextPosition,
  placedSteps,
  stepAt,
  type Branch,
  type PlacedStep,
} from './automations/steps';
export { waitOf, type Wait } from './automations/wait-time';
export type {
  ChangeAuthor,
  ContactState,
  ContactStatus,
  ContactUpsert,
  ContactWish,
  StateChange,
  SubscriptionState,
} from './contacts/contact-change';
export { recordContactEvents } from './contacts/contact-events';
export { deleteContact, type ContactName } from './contacts/delete-contact';
export type { KeptChoices } from './contacts/own-choice';
export {
  addUnsubscription,
  removeUnsubscriptions,
  type Unsubscription,
} from './contacts/unsubscriptions.repository';
export {
  createUpsertContacts,
  inUpsertTransaction,
  Overtaken,
  upsertWithin,
  type UpsertContacts,
  type UpsertResult,
} from './contacts/upsert-contacts';
export {
  contentOfVariant,
  findBroadcastContent,
  type BroadcastAbTest,
  type BroadcastLocalTime,
  type BroadcastContent,
  type BroadcastTemplate,
} from './content/broadcast-content';
export type { ContentContact, RecipientLinks } from './content/content-scope';
export {
  compileContent,
  renderContent,
  type CompiledContent,
  type CompileOutcome,
  type ContentRendering,
  type ContentSource,
} from './content/personal-content';
export { findTemplateContent, type TemplateQuery, type TemplateRef } from './content/template-content';
export { findIneligible, type BulkRecipient, type IneligibleReason } from './eligibility/find-ineligible';
export { countPerson, erasePerson, erasePersonPart, type ErasurePosition } from './erasure/erase-person';
export type { PersonCounts } from './erasure/person.repository';
export { findUnknownObject, type UnknownObject } from './segments/unknown-objects';
export { createCountSegment, type CountSegment, type SegmentCount } from './segments/count-segments';
export {
  lookedToSql,
  readSegmentPage,
  segmentPageSql,
  type FoundContacts,
  type SegmentPage,
} from './segments/segment-page';
export {
  asksForActivity,
  parseStoredFilter,
  prepareFilters,
  segmentSql,
  topicsOf,
  type Bind,
  type SegmentSql,
  type SegmentTopic,
} from './segments/segment-sql';
