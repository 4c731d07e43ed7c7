/**
 * Every error a client can meet, one row each: HTTP status, what the SMTP relay answers, whether the same request may
 * succeed later, and what it means. `smtp: null` marks codes that a relayed message cannot meet.
 */
export interface ErrorRow {
  readonly http: number;
  readonly smtp: SmtpErrorReply | null;
  readonly retryable: boolean;
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
const later = (text: string): SmtpErrorReply => ({ code: 451, enhanced: '4.7.1', text });

type Row = readonly [http: number, smtp: SmtpErrorReply | null, retryable: boolean, meaning: string];

const rows = {
  invalid_json: [400, refused, false, 'The body is not valid JSON.'],
  unauthorized: [
    401,
    authFailed,
    false,
    'The API key is missing, malformed, unknown, revoked or expired. Send `Authorization: Bearer pr_live_…` (or `pr_test_…`) with a key that is active.',
  ],
  forbidden_domain: [
    403,
    notPermitted,
    false,
    'The key is restricted to other domains. Use a key of that domain, or one without restriction.',
  ],
  forbidden: [
    403,
    notPermitted,
    false,
    'The key is below the permission that this endpoint needs; the message names it.',
  ],
  sending_paused: [
    403,
    later('sending paused'),
    true,
    'An admin or an alert rule paused sending. An admin resumes it: PATCH /organization {"sending_paused": false}.',
  ],
  under_review: [
    403,
    later('under review'),
    true,
    'Sending is held while the platform reviews the organization. Its operator lifts the hold; try again later.',
  ],
  test_key_not_allowed: [
    403,
    notPermitted,
    false,
    'A test key cannot be used here: it only simulates sends. Use a live key (`pr_live_…`).',
  ],
  not_found: [404, refused, false, 'Nothing here by that id that this key can see.'],
  method_not_allowed: [
    405,
    refused,
    false,
    'The path exists, but not for this method; the header `Allow` lists those it has.',
  ],
  request_timeout: [408, temporary, true, 'The body arrived too slowly. Send the request again.'],
  not_cancelable: [
    409,
    null,
    false,
    'It is no longer queued, so it cannot be canceled; its events tell what became of it.',
  ],
  not_schedulable: [
    409,
    null,
    false,
    'The broadcast is neither a draft nor scheduled, or has begun: GET /broadcasts/{id} shows where it stands.',
  ],
  not_testing: [
    409,
    null,
    false,
    'The broadcast is not in its test phase: GET /broadcasts/{id} shows where it stands.',
  ],
  not_resendable: [
    409,
    null,
    false,
    'The parent broadcast was not sent, or is itself a resend: POST /broadcasts makes another.',
  ],
  resend_exists: [
    409,
    null,
    false,
    'The broadcast has a resend already: GET /broadcasts lists it with its parent_id.',
  ],
  resend_too_early: [
    409,
    null,
    true,
    'A resend is possible 24 hours after the parent finished: the message names the time.',
  ],
  suppression_conflict: [
    409,
    null,
    false,
    'The address has an entry of another reason at that scope, which a manual one neither replaces nor ends; the message names it.',
  ],
  already_revoked: [409, null, false, 'The key is revoked already.'],
  already_rotated: [409, null, false, 'The key has a replacement already: rotate that one.'],
  domain_taken: [
    409,
    null,
    false,
    'The domain is registered already, here or in another organization; the message says how to prove that it is yours.',
  ],
  domain_in_use: [409, null, false, 'The domain is still in use; the message names what has to go first.'],
  topic_exists: [
    409,
    null,
    false,
    'A topic with that slug exists: choose another, or change that one with PATCH /topics/{slug}.',
  ],
  topic_in_use: [
    409,
    null,
    false,
    'A broadcast, a signup form or an automation refers to the topic: the message names it.',
  ],
  slug_taken: [409, null, false, 'The slug is in use or reserved: choose another.'],
  payload_too_large: [413, tooLarge, false, 'The body is larger than this endpoint can need.'],
  unsupported_media_type: [
    415,
    refused,
    false,
    'Send the body as `Content-Type: application/json`; a file to import as `text/csv`.',
  ],
  validation_error: [422, refused, false, 'A field breaks a rule; the message names each one.'],
  invalid_from: [422, badSender, false, '`from` is neither `email` nor `Name <email>`.'],
  unknown_domain: [
    422,
    notPermitted,
    false,
    'The domain is not one of this organization that this key may use. GET /domains lists them; POST /domains adds one.',
  ],
  domain_not_verified: [
    422,
    badSender,
    false,
    'The domain is pending, failed or disabled; the message names what is missing. POST /domains/{id}/verify looks again at once.',
  ],
  bulk_single_recipient: [
    422,
    refused,
    false,
    'A bulk kind (`bulk.`, `broadcast.`, `digest.`, `sequence.`) goes to exactly one recipient: send one email to each.',
  ],
  stream_mismatch: [
    422,
    refused,
    false,
    'A bulk kind needs a domain of the bulk stream: POST /domains {"stream": "bulk"} adds one.',
  ],
  reserved_header: [422, refused, false, '`headers` names a header that the platform sets: leave it out.'],
  template_not_found: [
    422,
    refused,
    false,
    'No published template by that id, slug or version. POST /templates/{id}/publish makes a version; drafts and archived templates do not count.',
  ],
  template_variables: [
    422,
    refused,
    false,
    'The template data does not fit the declared variables; the message names each.',
  ],
  invalid_subject: [
    422,
    refused,
    false,
    'The rendered subject is empty, longer than 998 characters or has line breaks.',
  ],
  subject_from_template: [422, null, false, 'The parent takes its subject from a template: leave it out.'],
  unknown_topic: [422, null, false, 'No topic by that slug: GET /topics lists them.'],
  unknown_segment: [422, null, false, 'No segment by that id: GET /segments lists them.'],
  invalid_segment: [
    422,
    null,
    false,
    'The stored filter of the segment no longer parses. Give it another: PATCH /segments/{id}.',
  ],
  invalid_cursor: [
    422,
    null,
    false,
    'The cursor was not issued here for this list. Begin again without `cursor`.',
  ],
  attachments_not_in_batch: [
    422,
    null,
    false,
    'Items of a batch cannot carry attachments: send them by POST /emails.',
  ],
  domain_cleanup_failed: [
    422,
    null,
    true,
    'The provider or DNS service refused the clean-up. The domain stays disabled; DELETE it again.',
  ],
  manual_dns: [
    422,
    null,
    false,
    'The domain uses manual DNS: publish the records that GET /domains/{id} shows, then POST /domains/{id}/verify.',
  ],
  cloudflare_unconfigured: [
    422,
    null,
    false,
    'The server has no token for the DNS provider: publish the records that GET /domains/{id} shows yourself, or have the operator set CLOUDFLARE_API_TOKEN.',
  ],
  publish_failed: [
    422,
    null,
    true,
    'The DNS provider refused a record; the message names it. The others stay; repeat the request.',
  ],
  unsupported_transport: [
    422,
    null,
    false,
    'The domain is not sent through the upstream provider (Amazon SES), so it needs no identity there: publish the records that GET /domains/{id} shows, then POST /domains/{id}/verify.',
  ],
  identity_registration_failed: [
    422,
    null,
    true,
    'The provider refused the sending identity; the message says why. Repeat the request.',
  ],
  admin_key_not_mintable: [
    403,
    null,
    false,
    'Keys with ADMIN permission are neither made nor rotated by this endpoint. The operator of the platform makes them (`postrider keys create <organization> --permission admin`); for a client organization its partner does (POST /organizations/{id}/revoke-keys with `replace_with`).',
  ],
  plan_limit: [
    403,
    null,
    false,
    'The plan allows no more of these: delete one, or ask the operator of the platform for another plan.',
  ],
  rate_limited: [
    429,
    later('rate limited, retry later'),
    true,
    'Over the request rate of the key: wait as long as `Retry-After` says.',
  ],
  quota_exceeded: [
    429,
    later('quota exceeded'),
    true,
    'The sending limit of the period is reached; `Retry-After` says when the next one begins.',
  ],
  contact_quota_exceeded: [
    429,
    null,
    true,
    'Events have created as many contacts as the plan allows in a day; `Retry-After` says when the next one (UTC) begins.',
  ],
  run_quota_exceeded: [
    429,
    null,
    true,
    'The event would start more runs of automations than the plan allows in a day; `Retry-After` says when the next one (UTC) begins.',
  ],
  organization_quota_exceeded: [
    429,
    null,
    true,
    'Over the daily quota of new organizations; `Retry-After` says when the next day begins.',
  ],
  internal_error: [500, temporary, true, 'Unexpected failure; safe to retry with the same Idempotency-Key.'],
  usage_unavailable: [
    503,
    null,
    true,
    'The usage counters cannot be read right now: try again after `Retry-After`.',
  ],
  service_unavailable: [
    503,
    temporary,
    true,
    'A part the request needs is not available right now: try again after `Retry-After`.',
  ],
} as const satisfies Record<string, Row>;

export type ErrorCode = keyof typeof rows;

export const errorCatalogue: Readonly<Record<ErrorCode, ErrorRow>> = Object.fromEntries(
  Object.entries(rows).map(([code, [http, smtp, retryable, meaning]]) => [
    code,
    { http, smtp, retryable, meaning },
  ]),
) as Record<ErrorCode, ErrorRow>;

/** True when the text is a code of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(rows, code);
}
