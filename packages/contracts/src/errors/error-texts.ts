/** What each error comes from, and what to do next; Markdown of one line. `docs/errors.md` and `/docs/errors` show them. */
export const errorTexts = {
  invalid_json: {
    cause: 'The body is not valid JSON.',
    cure: 'Build the JSON with a library rather than by joining strings, and send it as UTF-8.',
  },
  unauthorized: {
    cause: 'The API key is missing, malformed, unknown, revoked or expired.',
    cure: 'Send `Authorization: Bearer pr_live_…` (or `pr_test_…`) with an active key.',
  },
  invalid_credentials: {
    cause: 'The email address, password, code or passkey is wrong.',
    cure: 'Check them and sign in again. An operator can reset the sign-in of a user.',
  },
  forbidden_domain: {
    cause: 'The key is restricted to other domains.',
    cure: 'Use a key for this domain, or one that is not restricted.',
  },
  forbidden_ip: {
    cause: 'The key may not be used from the address that the request came from. The message names it.',
    cure: 'Send the request from one of the `allowed_ips` of the key, or rotate the key with other ones.',
  },
  forbidden_recipient: {
    cause: 'The key may not send to a recipient. The message names the first.',
    cure: 'Send to `allowed_recipients` of the key only, or use another key.',
  },
  template_required: {
    cause: 'The key may send templates only.',
    cure: 'Send `template` instead of a subject and a body, or use another key.',
  },
  forbidden: {
    cause: 'The permission of the key is too low for this endpoint. The message names the required one.',
    cure: 'Use a key with that permission. GET /keys/me shows the permission of a key.',
  },
  sending_paused: {
    cause: 'Sending was paused by an admin or an alert rule.',
    cure: 'An admin can resume it: PATCH /organization {"sending_paused": false}.',
  },
  under_review: {
    cause: 'The platform holds sending while it reviews the organization.',
    cure: 'Try again after the operator has finished the review.',
  },
  test_key_not_allowed: {
    cause: 'Test keys cannot be used for this endpoint.',
    cure: 'Use a live key (`pr_live_…`).',
  },
  reauthentication_required: {
    cause: 'The change requires that the user signed in or authenticated again within the last 10 minutes.',
    cure: 'Authenticate again in the console, then repeat the request.',
  },
  cross_site_request: {
    cause: 'A request to the console came from another site.',
    cure: 'Use the console at its own address. Programs use an API key with `/api/v1`.',
  },
  sign_in_method_disabled: {
    cause: 'This way to sign in is disabled on this platform.',
    cure: 'Use one of the ways that the sign-in page offers.',
  },
  not_found: {
    cause: 'There is no such object, or this key cannot see it.',
    cure: 'Check the id, and the organization and domains of the key with GET /keys/me.',
  },
  method_not_allowed: {
    cause: 'The path does not support this method.',
    cure: 'Use a method listed in the `Allow` header.',
  },
  request_timeout: {
    cause: 'The body arrived too slowly.',
    cure: 'Send the request again.',
  },
  not_cancelable: {
    cause: 'The object is no longer queued and cannot be canceled.',
    cure: 'No action needed. Its events show the outcome.',
  },
  not_schedulable: {
    cause:
      'The broadcast is neither a draft nor scheduled, or has started; or the email is not scheduled, or its time has passed.',
    cure: 'Check its status with GET /broadcasts/{id} or GET /emails/{id}.',
  },
  not_deferred: {
    cause: 'The email does not wait for a retry: it was not attempted yet, is held, or has ended.',
    cure: 'Check its events with GET /emails/{id}.',
  },
  not_pausable: {
    cause: 'The broadcast is a draft, finished, canceled or already paused.',
    cure: 'Only broadcasts that are scheduled, being sent or in an A/B test can be paused. GET /broadcasts/{id} shows the status and `paused_at`.',
  },
  not_paused: {
    cause: 'The broadcast is not paused.',
    cure: 'Nothing needs to be resumed. GET /broadcasts/{id} shows `paused_at`.',
  },
  not_testing: {
    cause: 'The broadcast is not running an A/B test.',
    cure: 'Check its status with GET /broadcasts/{id}.',
  },
  not_resendable: {
    cause: 'The broadcast has not been sent, or is itself a resend; or the content of the email was deleted.',
    cure: 'Create a new broadcast with POST /broadcasts, or send a new email with POST /emails.',
  },
  resend_exists: {
    cause: 'The broadcast was already resent.',
    cure: 'Find the resend by its `parent_id` in GET /broadcasts.',
  },
  resend_too_early: {
    cause: 'A broadcast can be resent 24 hours after it finished.',
    cure: 'Set `scheduled_at` to the time given in the message or later.',
  },
  suppression_conflict: {
    cause:
      'An entry with a stronger reason exists for this address and scope. A manual entry neither replaces nor removes it.',
    cure: 'No action needed. The existing entry already stops email to the address.',
  },
  already_revoked: {
    cause: 'The key is already revoked.',
    cure: 'No action needed. Create a new key with POST /keys.',
  },
  already_rotated: {
    cause: 'The key was already rotated.',
    cure: 'Rotate its replacement.',
  },
  domain_taken: {
    cause: 'The domain is already registered, in this or another organization.',
    cure: 'Follow the message to prove that you own it.',
  },
  domain_in_use: {
    cause: 'The domain is still in use.',
    cure: 'Remove what the message names, then try again.',
  },
  topic_exists: {
    cause: 'A topic with this slug already exists.',
    cure: 'Choose another slug, or change the topic with PATCH /topics/{slug}.',
  },
  topic_in_use: {
    cause: 'A broadcast, a signup form or an automation uses the topic.',
    cure: 'Remove or change what the message names, then try again.',
  },
  segment_in_use: {
    cause: 'An automation starts when a contact enters the segment.',
    cure: 'Change what starts the automation that the message names, or delete it. Then try again.',
  },
  image_in_use: {
    cause:
      'The logo, a template, a saved block, an automation or a broadcast that is not sent yet contains the image.',
    cure: 'Remove the image from what the message names, then try again.',
  },
  slug_taken: {
    cause: 'The slug is taken or reserved.',
    cure: 'Choose another slug.',
  },
  member_exists: {
    cause: 'The user is already a member of the organization.',
    cure: 'Change the role of the member instead.',
  },
  invitation_exists: {
    cause: 'There is an invitation for this address.',
    cure: 'Send the invitation again, or revoke it first.',
  },
  last_owner: {
    cause: 'The organization would have no owner.',
    cure: 'Make another member an owner first.',
  },
  last_sign_in_method: {
    cause: 'The user would have no way to sign in.',
    cure: 'Set a password or add another passkey first.',
  },
  version_conflict: {
    cause: 'The object was changed since you read the version that `If-Match` names.',
    cure: 'Get the object again, apply your change to it, and send the new `ETag`. `changed_by` and `changed_at` say who changed it and when.',
  },
  payload_too_large: {
    cause: 'The body exceeds the limit of this endpoint.',
    cure: 'Send less per request: smaller files, or fewer items in a batch.',
  },
  unsupported_media_type: {
    cause: 'This endpoint does not accept the `Content-Type` of the body.',
    cure: 'Send JSON as `application/json`, and files to import as `text/csv`.',
  },
  validation_error: {
    cause: 'One or more fields are invalid. The message names each one.',
    cure: 'Correct these fields. Retrying the same request fails again.',
  },
  invalid_from: {
    cause: '`from` is neither `email` nor `Name <email>`.',
    cure: 'Use one of these forms. Quote a name that contains a comma: `"Lovelace, Ada" <ada@example.com>`.',
  },
  unknown_domain: {
    cause: 'The domain is not registered in this organization, or the key may not use it.',
    cure: 'List the domains with GET /domains, or add one with POST /domains.',
  },
  domain_not_verified: {
    cause: 'The domain is pending, failed or disabled. The message says what is missing.',
    cure: 'Publish its DNS records, then check them with POST /domains/{id}/verify.',
  },
  bulk_single_recipient: {
    cause:
      'An email with a bulk kind (`bulk.`, `broadcast.`, `digest.`, `sequence.`) must have exactly one recipient.',
    cure: 'Send one email per recipient. POST /emails/batch accepts 100.',
  },
  stream_mismatch: {
    cause: 'A bulk kind requires a domain of the stream `bulk`.',
    cure: 'Add one with POST /domains {"stream": "bulk"}.',
  },
  reserved_header: {
    cause: '`headers` contains a header that Postrider sets itself.',
    cure: 'Remove this header.',
  },
  template_not_found: {
    cause:
      'There is no published template with this id, slug or version. Drafts and archived templates cannot be sent.',
    cure: 'Publish the template with POST /templates/{id}/publish.',
  },
  template_variables: {
    cause: 'The template data does not match the declared variables. The message names each problem.',
    cure: 'Set all required variables, with values of the declared types.',
  },
  invalid_subject: {
    cause: 'The rendered subject is empty, longer than 998 characters or contains line breaks.',
    cure: 'Check the values that the subject of the template uses.',
  },
  subject_from_template: {
    cause: 'The original broadcast takes its subject from a template.',
    cure: 'Remove `subject`.',
  },
  unknown_topic: {
    cause: 'There is no topic with this slug.',
    cure: 'List the topics with GET /topics.',
  },
  unknown_segment: {
    cause: 'There is no segment with this id.',
    cure: 'List the segments with GET /segments.',
  },
  invalid_segment: {
    cause: 'The stored filter of the segment is no longer valid.',
    cure: 'Set a new filter with PATCH /segments/{id}.',
  },
  invalid_cursor: {
    cause: 'The cursor was not issued for this list.',
    cure: 'Start again without `cursor`.',
  },
  attachments_not_in_batch: {
    cause: 'Emails in a batch cannot have attachments.',
    cure: 'Send emails with attachments with POST /emails.',
  },
  domain_cleanup_failed: {
    cause: 'The provider or DNS service refused the cleanup. The domain stays disabled.',
    cure: 'Delete the domain again.',
  },
  manual_dns: {
    cause: 'The domain uses manual DNS.',
    cure: 'Publish the records from GET /domains/{id}, then check them with POST /domains/{id}/verify.',
  },
  cloudflare_unconfigured: {
    cause: 'The server has no API token for the DNS provider.',
    cure: 'Publish the records from GET /domains/{id} yourself, or ask the operator to set CLOUDFLARE_API_TOKEN.',
  },
  publish_failed: {
    cause: 'The DNS provider refused a record. The message names it.',
    cure: 'Try again. Published records stay in place.',
  },
  unsupported_transport: {
    cause: 'The domain does not send through Amazon SES, so it needs no identity there.',
    cure: 'Publish the records from GET /domains/{id}, then check them with POST /domains/{id}/verify.',
  },
  identity_registration_failed: {
    cause: 'The provider refused the sending identity. The message says why.',
    cure: 'Try again.',
  },
  invalid_invitation: {
    cause: 'The invitation is unknown, expired, revoked or already accepted.',
    cure: 'Ask for a new invitation.',
  },
  admin_key_not_mintable: {
    cause: 'Keys with the permission ADMIN are created and rotated in the console only.',
    cure: 'Create the key in the console as an admin or owner. For a client organization, its partner can use POST /organizations/{id}/revoke-keys with `replace_with`.',
  },
  plan_limit: {
    cause: 'The limit of the plan is reached.',
    cure: 'Delete an object that you no longer need, or ask the operator for another plan.',
  },
  rate_limited: {
    cause: 'The API key, or all keys of the organization together, exceeded the rate limit.',
    cure: 'Wait for the time in `Retry-After`.',
  },
  quota_exceeded: {
    cause: 'The sending limit of the day or month is reached.',
    cure: '`Retry-After` says when the next period starts. Do not wait for it inside a request.',
  },
  key_quota_exceeded: {
    cause: 'The daily limit of the key is reached.',
    cure: '`Retry-After` says when the next day (UTC) starts. Do not wait for it inside a request.',
  },
  contact_quota_exceeded: {
    cause: 'Events have created the maximum number of contacts per day.',
    cure: '`Retry-After` says when the next day (UTC) starts.',
  },
  run_quota_exceeded: {
    cause: 'The event would exceed the maximum number of automation runs per day.',
    cure: '`Retry-After` says when the next day (UTC) starts.',
  },
  organization_quota_exceeded: {
    cause: 'The maximum number of new organizations per day is reached.',
    cure: '`Retry-After` says when the next day (UTC) starts.',
  },
  internal_error: {
    cause: 'An unexpected error occurred.',
    cure: 'Retry with the same Idempotency-Key. If the error persists, contact the operator with the `X-Request-Id` of the response.',
  },
  usage_unavailable: {
    cause: 'The usage counters are temporarily unavailable.',
    cure: 'Try again after the time in `Retry-After`.',
  },
  service_unavailable: {
    cause: 'A dependency of this request is temporarily unavailable.',
    cure: 'Try again after the time in `Retry-After`.',
  },
} as const;
