export type {
  ChangeAuthor,
  ContactState,
  ContactStatus,
  ContactUpsert,
  ContactWish,
  StateChange,
  SubscriptionState,
} from './contacts/contact-change';
export {
  createUpsertContacts,
  inUpsertTransaction,
  upsertWithin,
  type UpsertContacts,
  type UpsertResult,
} from './contacts/upsert-contacts';
export { findIneligible, type BulkRecipient, type IneligibleReason } from './eligibility/find-ineligible';
export { createCountSegments, topicsOf, type CountSegments } from './segments/count-segments';
