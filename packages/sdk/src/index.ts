export { Postrider, type PostriderOptions } from './postrider';
export type { Attachment } from './emails/attachments';
export { BatchError, type BatchResult } from './emails/batch';
export type { CheckEmail, ReactElement, RenderReact, SendEmail, SendEmailFields } from './emails/email';
export type { Emails } from './emails/emails';
export type { EmailEvents, FollowOptions } from './emails/email-events';
export type * from './generated/resources';
export type * from './generated/schemas';
export type {
  Answer,
  CallOptions,
  CsvBody,
  FileContent,
  RateLimit,
  RawRequest,
  ResponseInfo,
  StreamContent,
  TextContent,
} from './http/call';
export {
  AbortedError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  IdempotencyMismatchError,
  NotFoundError,
  PermissionError,
  PostriderError,
  QuotaError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
  VersionConflictError,
  type ClientErrorCode,
  type ErrorCode,
} from './http/errors';
export type { List, Page } from './http/list';
export type { Result, Safe, SafeList } from './safe';
