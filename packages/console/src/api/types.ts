import type { components as ApiComponents } from './generated/api';
import type { components as ConsoleComponents } from './generated/console';

type ApiSchemas = ApiComponents['schemas'];
type ConsoleSchemas = ConsoleComponents['schemas'];

export type Email = ApiSchemas['Email'];
export type EmailSummary = ApiSchemas['EmailSummary'];
export type EmailStatus = EmailSummary['last_event'];
export type Diagnosis = ApiSchemas['Diagnosis'];
export type FailureClass = Diagnosis['class'];
export type DeliveryAttempt = ApiSchemas['DeliveryAttempt'];
export type EmailEvent = ApiSchemas['EmailEvent'];
export type ApiKey = ApiSchemas['ApiKey'];
export type CreatedApiKey = ApiSchemas['CreatedApiKey'];
export type Domain = ApiSchemas['Domain'];
export type DomainRecord = ApiSchemas['DomainRecord'];
export type AuditEntry = ApiSchemas['AuditEntry'];
export type AutomationSummary = ApiSchemas['AutomationSummary'];
export type BroadcastSummary = ApiSchemas['BroadcastSummary'];
export type Contact = ApiSchemas['Contact'];
export type Segment = ApiSchemas['Segment'];
export type Suppression = ApiSchemas['Suppression'];
export type TemplateSummary = ApiSchemas['TemplateSummary'];
export type Webhook = ApiSchemas['Webhook'];
export type ApiLog = ApiSchemas['ApiLog'];
export type ApiLogSummary = ApiSchemas['ApiLogSummary'];
export type Organization = ApiSchemas['Organization'];

export type Session = ConsoleSchemas['Session'];
export type SessionOrganization = ConsoleSchemas['SessionOrganization'];
export type Role = SessionOrganization['role'];
export type Member = ConsoleSchemas['Member'];
export type Invitation = ConsoleSchemas['Invitation'];
export type IssuedInvitation = ConsoleSchemas['IssuedInvitation'];
export type SignInResult = ConsoleSchemas['SignInResult'];
export type Passkey = ConsoleSchemas['Passkey'];
export type Profile = ConsoleSchemas['Profile'];
export type SessionSummary = ConsoleSchemas['SessionSummary'];
