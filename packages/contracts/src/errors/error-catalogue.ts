import { errorTexts } from './error-texts';

/**
 * Every error a client can meet, one row each: HTTP status, what the SMTP relay answers, whether the same request may
 * succeed later, and why it comes and what helps (`error-texts.ts`). `smtp: null` marks codes that a relayed message cannot meet.
 */
export interface ErrorRow {
  readonly http: number;
  readonly smtp: SmtpErrorReply | null;
  readonly retryable: boolean;
  readonly cause: string;
  readonly cure: string;
  /** Both: the message of an error that has no better one. */
  readonly meaning: string;
}

/** An SMTP answer: basic code, enhanced code (RFC 3463) and text; text null means the error's own code is shown. */
export interface SmtpErrorReply {
  readonly code: number;
  readonly enhanced: string;
  readonly text: string | null;
}

const refused: SmtpErrorReply = { code: 550, enhanced: '5.6.0', text: null };
const notPermitted: SmtpErrorReply = { code: 553, enhanced: '5.7.1', text: null };
const badSender: SmtpErrorReply = { code: 553, enhanced: '5.6.0', text: null };
const tooLarge: SmtpErrorReply = { code: 552, enhanced: '5.3.4', text: null };
const temporary: SmtpErrorReply = {
  code: 451,
  enhanced: '4.4.1',
  text: 'Temporary system problem, try again later',
};
const authFailed: SmtpErrorReply = {
  code: 535,
  enhanced: '5.7.8',
  text: 'Authentication credentials invalid',
};
const addressRefused: SmtpErrorReply = {
  code: 535,
  enhanced: '5.7.8',
  text: 'The API key may not be used from this address',
};
const byPolicy: SmtpErrorReply = { code: 550, enhanced: '5.7.1', text: null };
const later = (text: string): SmtpErrorReply => ({ code: 451, enhanced: '4.7.1', text });

type Row = readonly [http: number, smtp: SmtpErrorReply | null, retryable: boolean];

const rows = {
  invalid_json: [400, refused, false],
  unauthorized: [401, authFailed, false],
  invalid_credentials: [401, null, false],
  forbidden_domain: [403, notPermitted, false],
  forbidden_ip: [403, addressRefused, false],
  forbidden_recipient: [403, byPolicy, false],
  template_required: [403, byPolicy, false],
  forbidden: [403, notPermitted, false],
  sending_paused: [403, later('sending paused'), true],
  under_review: [403, later('under review'), true],
  test_key_not_allowed: [403, notPermitted, false],
  reauthentication_required: [403, null, false],
  cross_site_request: [403, null, false],
  sign_in_method_disabled: [403, null, false],
  not_found: [404, refused, false],
  method_not_allowed: [405, refused, false],
  request_timeout: [408, temporary, true],
  not_cancelable: [409, null, false],
  not_schedulable: [409, null, false],
  not_deferred: [409, null, false],
  not_pausable: [409, null, false],
  not_paused: [409, null, false],
  not_testing: [409, null, false],
  not_resendable: [409, null, false],
  resend_exists: [409, null, false],
  resend_too_early: [409, null, true],
  suppression_conflict: [409, null, false],
  already_revoked: [409, null, false],
  already_rotated: [409, null, false],
  domain_taken: [409, null, false],
  domain_in_use: [409, null, false],
  topic_exists: [409, null, false],
  topic_in_use: [409, null, false],
  segment_in_use: [409, null, false],
  image_in_use: [409, null, false],
  slug_taken: [409, null, false],
  member_exists: [409, null, false],
  invitation_exists: [409, null, false],
  last_owner: [409, null, false],
  last_sign_in_method: [409, null, false],
  version_conflict: [412, null, false],
  payload_too_large: [413, tooLarge, false],
  unsupported_media_type: [415, refused, false],
  validation_error: [422, refused, false],
  invalid_from: [422, badSender, false],
  unknown_domain: [422, notPermitted, false],
  domain_not_verified: [422, badSender, false],
  bulk_single_recipient: [422, refused, false],
  stream_mismatch: [422, refused, false],
  reserved_header: [422, refused, false],
  template_not_found: [422, refused, false],
  template_variables: [422, refused, false],
  invalid_subject: [422, refused, false],
  subject_from_template: [422, null, false],
  unknown_topic: [422, null, false],
  unknown_segment: [422, null, false],
  invalid_segment: [422, null, false],
  invalid_cursor: [422, null, false],
  attachments_not_in_batch: [422, null, false],
  domain_cleanup_failed: [422, null, true],
  manual_dns: [422, null, false],
  cloudflare_unconfigured: [422, null, false],
  publish_failed: [422, null, true],
  unsupported_transport: [422, null, false],
  identity_registration_failed: [422, null, true],
  invalid_invitation: [422, null, false],
  admin_key_not_mintable: [403, null, false],
  plan_limit: [403, null, false],
  rate_limited: [429, later('rate limited, retry later'), true],
  quota_exceeded: [429, later('quota exceeded'), true],
  key_quota_exceeded: [429, later('daily limit of the key reached'), true],
  contact_quota_exceeded: [429, null, true],
  run_quota_exceeded: [429, null, true],
  organization_quota_exceeded: [429, null, true],
  internal_error: [500, temporary, true],
  usage_unavailable: [503, null, true],
  service_unavailable: [503, temporary, true],
} as const satisfies Readonly<Record<keyof typeof errorTexts, Row>>;

export type ErrorCode = keyof typeof rows;

export const errorCatalogue: Readonly<Record<ErrorCode, ErrorRow>> = Object.fromEntries(
  (Object.entries(rows) as [ErrorCode, Row][]).map(([code, [http, smtp, retryable]]) => {
    const { cause, cure } = errorTexts[code];
    return [code, { http, smtp, retryable, cause, cure, meaning: `${cause} ${cure}` }];
  }),
) as Record<ErrorCode, ErrorRow>;

/** True when the text is a code of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(rows, code);
}
