/** What each error comes from, and what to do next; Markdown of one line. `docs/errors.md` and `/docs/errors` show them. */
export const errorTexts = {
  invalid_json: {
    cause: 'The body is not valid JSON.',
    cure: 'Write it with a JSON library, not by joining strings, and send it as UTF-8.',
  },
  unauthorized: {
    cause: 'The API key is missing, malformed, unknown, revoked or expired.',
    cure: 'Send `Authorization: Bearer pr_live_…` (or `pr_test_…`) with a key that is active.',
  },
  forbidden_domain: {
    cause: 'The key is restricted to other domains.',
    cure: 'Use a key of that domain, or one without restriction.',
  },
  forbidden: {
    cause: 'The key is below the permission that this endpoint needs; the message names it.',
    cure: 'Use a key of that permission; GET /keys/me shows what this one has.',
  },
  sending_paused: {
    cause: 'An admin or an alert rule paused sending.',
    cure: 'An admin resumes it: PATCH /organization {"sending_paused": false}.',
  },
  under_review: {
    cause: 'Sending is held while the platform reviews the organization.',
    cure: 'Its operator lifts the hold; try again later.',
  },
  test_key_not_allowed: {
    cause: 'A test key cannot be used here: it only simulates sends.',
    cure: 'Use a live key (`pr_live_…`).',
  },
  not_found: {
    cause: 'Nothing here by that id that this key can see.',
    cure: 'Look at the id, and at the organization and the domains of the key: GET /keys/me shows them.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not for this method.',
    cure: 'Use one that the header `Allow` lists.',
  },
  request_timeout: {
    cause: 'The body arrived too slowly.',
    cure: 'Send the request again.',
  },
  not_cancelable: {
    cause: 'It is no longer queued, so it cannot be canceled.',
    cure: 'No action needed. Its events show the outcome.',
  },
  not_schedulable: {
    cause:
      'The broadcast is neither a draft nor scheduled, or has begun; or the email is not scheduled, or its time has come.',
    cure: 'GET /broadcasts/{id} or GET /emails/{id} shows its state.',
  },
  not_testing: {
    cause: 'The broadcast is not in its test phase.',
    cure: 'GET /broadcasts/{id} shows where it stands.',
  },
  not_resendable: {
    cause: 'The parent broadcast was not sent, or is itself a resend.',
    cure: 'POST /broadcasts makes another.',
  },
  resend_exists: {
    cause: 'The broadcast has a resend already.',
    cure: 'GET /broadcasts lists it with its parent_id.',
  },
  resend_too_early: {
    cause: 'A resend is possible 24 hours after the parent finished.',
    cure: 'Ask again at the time that the message names.',
  },
  suppression_conflict: {
    cause:
      'The address has an entry of another reason at that scope, which a manual one neither replaces nor ends.',
    cure: 'Leave it: the entry that the message names already stops mail to the address.',
  },
  already_revoked: {
    cause: 'The key is revoked already.',
    cure: 'No action needed. Create another with POST /keys.',
  },
  already_rotated: {
    cause: 'The key has a replacement already.',
    cure: 'Rotate that one.',
  },
  domain_taken: {
    cause: 'The domain is registered already, here or in another organization.',
    cure: 'The message says how to prove that it is yours.',
  },
  domain_in_use: {
    cause: 'The domain is still in use.',
    cure: 'Remove first what the message names.',
  },
  topic_exists: {
    cause: 'A topic with that slug exists.',
    cure: 'Choose another, or change that one with PATCH /topics/{slug}.',
  },
  topic_in_use: {
    cause: 'A broadcast, a signup form or an automation refers to the topic.',
    cure: 'Remove or change first what the message names.',
  },
  slug_taken: {
    cause: 'The slug is in use or reserved.',
    cure: 'Choose another.',
  },
  payload_too_large: {
    cause: 'The body is larger than this endpoint can need.',
    cure: 'Send less at once: smaller files, or fewer items in a batch.',
  },
  unsupported_media_type: {
    cause: 'The header `Content-Type` says that the body is something else than this endpoint takes.',
    cure: 'Send the body as `Content-Type: application/json`; a file to import as `text/csv`.',
  },
  validation_error: {
    cause: 'A field breaks a rule; the message names each one.',
    cure: 'Correct those fields; the same request never succeeds.',
  },
  invalid_from: {
    cause: '`from` is neither `email` nor `Name <email>`.',
    cure: 'Write it as one of them, in quotes where the name has a comma: `"Lovelace, Ada" <ada@example.com>`.',
  },
  unknown_domain: {
    cause: 'The domain is not one of this organization that this key may use.',
    cure: 'GET /domains lists them; POST /domains adds one.',
  },
  domain_not_verified: {
    cause: 'The domain is pending, failed or disabled; the message names what is missing.',
    cure: 'Publish its records, then POST /domains/{id}/verify looks again at once.',
  },
  bulk_single_recipient: {
    cause: 'A bulk kind (`bulk.`, `broadcast.`, `digest.`, `sequence.`) goes to exactly one recipient.',
    cure: 'Send one email to each: POST /emails/batch takes 100.',
  },
  stream_mismatch: {
    cause: 'A bulk kind needs a domain of the bulk stream.',
    cure: 'POST /domains {"stream": "bulk"} adds one.',
  },
  reserved_header: {
    cause: '`headers` names a header that the platform sets.',
    cure: 'Leave it out.',
  },
  template_not_found: {
    cause: 'No published template by that id, slug or version; drafts and archived templates do not count.',
    cure: 'POST /templates/{id}/publish makes a version.',
  },
  template_variables: {
    cause: 'The template data does not fit the declared variables; the message names each.',
    cure: 'Send those that are missing, in the declared types.',
  },
  invalid_subject: {
    cause: 'The rendered subject is empty, longer than 998 characters or has line breaks.',
    cure: 'Look at the data that the subject of the template is made of.',
  },
  subject_from_template: {
    cause: 'The parent takes its subject from a template.',
    cure: 'Leave `subject` out.',
  },
  unknown_topic: {
    cause: 'No topic by that slug.',
    cure: 'GET /topics lists them.',
  },
  unknown_segment: {
    cause: 'No segment by that id.',
    cure: 'GET /segments lists them.',
  },
  invalid_segment: {
    cause: 'The stored filter of the segment no longer parses.',
    cure: 'Give it another: PATCH /segments/{id}.',
  },
  invalid_cursor: {
    cause: 'The cursor was not issued here for this list.',
    cure: 'Begin again without `cursor`.',
  },
  attachments_not_in_batch: {
    cause: 'Items of a batch cannot carry attachments.',
    cure: 'Send them by POST /emails.',
  },
  domain_cleanup_failed: {
    cause: 'The provider or DNS service refused the clean-up; the domain stays disabled.',
    cure: 'DELETE it again.',
  },
  manual_dns: {
    cause: 'The domain uses manual DNS.',
    cure: 'Publish the records that GET /domains/{id} shows, then POST /domains/{id}/verify.',
  },
  cloudflare_unconfigured: {
    cause: 'The server has no token for the DNS provider.',
    cure: 'Publish the records that GET /domains/{id} shows yourself, or have the operator set CLOUDFLARE_API_TOKEN.',
  },
  publish_failed: {
    cause: 'The DNS provider refused a record; the message names it.',
    cure: 'The others stay; repeat the request.',
  },
  unsupported_transport: {
    cause:
      'The domain is not sent through the upstream provider (Amazon SES), so it needs no identity there.',
    cure: 'Publish the records that GET /domains/{id} shows, then POST /domains/{id}/verify.',
  },
  identity_registration_failed: {
    cause: 'The provider refused the sending identity; the message says why.',
    cure: 'Repeat the request.',
  },
  admin_key_not_mintable: {
    cause: 'Keys with ADMIN permission are neither made nor rotated by this endpoint.',
    cure: 'The operator of the platform makes them (`postrider keys create <organization> --permission admin`); for a client organization its partner does (POST /organizations/{id}/revoke-keys with `replace_with`).',
  },
  plan_limit: {
    cause: 'The plan allows no more of these.',
    cure: 'Delete one, or ask the operator of the platform for another plan.',
  },
  rate_limited: {
    cause: 'Over the request rate of the key.',
    cure: 'Wait as long as `Retry-After` says.',
  },
  quota_exceeded: {
    cause: 'The sending limit of the period is reached.',
    cure: '`Retry-After` says when the next one begins; do not wait for it inside a request.',
  },
  contact_quota_exceeded: {
    cause: 'Events have created as many contacts as the plan allows in a day.',
    cure: '`Retry-After` says when the next one (UTC) begins.',
  },
  run_quota_exceeded: {
    cause: 'The event would start more runs of automations than the plan allows in a day.',
    cure: '`Retry-After` says when the next one (UTC) begins.',
  },
  organization_quota_exceeded: {
    cause: 'Over the daily quota of new organizations.',
    cure: '`Retry-After` says when the next day begins.',
  },
  internal_error: {
    cause: 'Unexpected failure.',
    cure: 'It is safe to retry with the same Idempotency-Key; if it stays, tell the operator the `X-Request-Id` of the answer.',
  },
  usage_unavailable: {
    cause: 'The usage counters cannot be read right now.',
    cure: 'Try again after `Retry-After`.',
  },
  service_unavailable: {
    cause: 'A part the request needs is not available right now.',
    cure: 'Try again after `Retry-After`.',
  },
} as const;
