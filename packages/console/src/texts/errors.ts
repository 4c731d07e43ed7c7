/** What to do about an error. */
export interface ErrorFix {
  readonly text: string;
  /** Where it can be put right. */
  readonly link?: { readonly to: string; readonly label: string };
  /** The message of the API never says more. */
  readonly only?: true;
}

const domains = { to: '/domains', label: 'Go to domains' };
const keys = { to: '/api-keys', label: 'Go to API keys' };
const topics = { to: '/topics', label: 'Go to topics' };
const segments = { to: '/segments', label: 'Go to segments' };
const templates = { to: '/templates', label: 'Go to templates' };
const broadcasts = { to: '/broadcasts', label: 'Go to broadcasts' };
const usage = { to: '/usage', label: 'Show usage and limits' };
const profile = { to: '/profile', label: 'Go to your profile' };
const members = { to: '/members', label: 'Go to members' };

/**
 * Each error of the API for people who use the console. The text is shown where the message of the API says no more than the code does, or
 * speaks to programs.
 */
export const errorTexts = {
  invalid_json: {
    text: 'The console sent something that the server could not read. Reload the page.',
    only: true,
  },
  unauthorized: { text: 'Your session has ended. Sign in again.' },
  invalid_credentials: { text: 'The email address, password, code or passkey is wrong.' },
  forbidden_domain: { text: 'You may work with other domains only.', link: domains },
  forbidden_ip: { text: 'The key may not be used from this address.', link: keys },
  forbidden_recipient: { text: 'The key may not send to this recipient.', link: keys },
  template_required: { text: 'The key may send templates only.', link: keys },
  forbidden: { text: 'You may not do this. Ask an admin of your organization.' },
  sending_paused: {
    text: 'Sending is paused. An admin can resume it in Settings.',
    link: { to: '/settings', label: 'Go to Settings' },
    only: true,
  },
  under_review: {
    text: 'The platform reviews your organization. You can send again when the review has ended.',
  },
  test_key_not_allowed: { text: 'This is not available in test mode. Switch to live mode.' },
  reauthentication_required: { text: 'Confirm that it is you, then try again.', only: true },
  cross_site_request: {
    text: 'The request came from another site. Open the console at its own address.',
    only: true,
  },
  sign_in_method_disabled: { text: 'This way to sign in is disabled. Use another one.' },
  not_found: { text: 'It was deleted, or you may not see it.' },
  method_not_allowed: {
    text: 'The console and the server have different versions. Reload the page.',
    only: true,
  },
  request_timeout: { text: 'The data arrived too slowly. Check your connection and try again.', only: true },
  not_cancelable: { text: 'It is no longer queued, so it cannot be canceled.' },
  not_schedulable: { text: 'It has already started, or its time has passed.' },
  not_deferred: { text: 'This email does not wait for a retry.' },
  not_pausable: {
    text: 'Only a broadcast that is scheduled, being sent or in an A/B test can be paused.',
    link: broadcasts,
  },
  not_paused: { text: 'This broadcast is not paused.' },
  not_testing: { text: 'This broadcast is not running an A/B test.' },
  not_resendable: { text: 'This cannot be sent again.' },
  resend_exists: { text: 'This broadcast was already resent.', link: broadcasts },
  resend_too_early: { text: 'A broadcast can be resent 24 hours after it finished.' },
  suppression_conflict: {
    text: 'The address is suppressed for a stronger reason already. Nothing needs to be done.',
  },
  already_revoked: { text: 'This key is already revoked.' },
  already_rotated: { text: 'This key was already rotated. Rotate its replacement.', link: keys },
  domain_taken: { text: 'The domain is already registered, here or in another organization.' },
  domain_in_use: { text: 'The domain is still in use.' },
  topic_exists: {
    text: 'A topic with this slug already exists. Choose another slug.',
    link: topics,
    only: true,
  },
  topic_in_use: { text: 'A broadcast, a signup form or an automation uses this topic.' },
  segment_in_use: {
    text: 'An automation starts when a contact enters this segment. Change what starts it, or delete it.',
  },
  slug_taken: { text: 'This slug is taken. Choose another one.' },
  member_exists: {
    text: 'This person is already a member. Change the role of the member instead.',
    link: members,
  },
  invitation_exists: {
    text: 'There is an invitation for this address. Send it again, or revoke it first.',
    link: members,
  },
  last_owner: {
    text: 'The organization would have no owner. Make another member an owner first.',
    link: members,
  },
  last_sign_in_method: {
    text: 'You could no longer sign in. Set a password or add another passkey first.',
    link: profile,
  },
  payload_too_large: { text: 'This is too large. Use a smaller file or a shorter text.' },
  unsupported_media_type: { text: 'A file of this kind cannot be used here.', only: true },
  validation_error: { text: 'Some fields are not valid. Correct them and try again.' },
  invalid_from: {
    text: 'The sender is not valid. Write an address, or a name and an address: Ada <ada@example.com>.',
    only: true,
  },
  unknown_domain: {
    text: 'The domain of the sender is not registered here.',
    link: { to: '/domains', label: 'Add a domain' },
  },
  domain_not_verified: {
    text: 'The domain is not verified. Publish its DNS records.',
    link: domains,
  },
  bulk_single_recipient: { text: 'Marketing email goes to one recipient at a time.', only: true },
  stream_mismatch: {
    text: 'Marketing email needs a domain for bulk email, and the domain of this sender is for transactional email.',
    link: { to: '/domains', label: 'Add a bulk domain' },
    only: true,
  },
  reserved_header: { text: 'One of the headers is set by Postrider itself. Remove it.' },
  template_not_found: {
    text: 'There is no published template like this. Publish the template first.',
    link: templates,
    only: true,
  },
  template_variables: { text: 'The data does not match the variables of the template.', link: templates },
  invalid_subject: { text: 'The subject is empty, too long, or has several lines.' },
  subject_from_template: {
    text: 'The template has the subject. Remove the one that you entered.',
    only: true,
  },
  unknown_topic: { text: 'There is no topic with this slug.', link: topics },
  unknown_segment: { text: 'This segment was deleted. Choose another one.', link: segments, only: true },
  invalid_segment: {
    text: 'The conditions of this segment are no longer valid. Set new ones.',
    link: segments,
  },
  invalid_cursor: { text: 'The list has changed. Reload the page.', only: true },
  image_in_use: {
    text: 'The image is still used. Remove it from what is named here, then delete it.',
  },
  version_conflict: { text: 'This has changed since you opened it. Reload the page to see the new version.' },
  attachments_not_in_batch: { text: 'Several emails at once cannot have attachments.', only: true },
  domain_cleanup_failed: {
    text: 'The provider did not remove everything. The domain stays disabled; delete it again.',
  },
  manual_dns: { text: 'You publish the DNS records of this domain yourself.', only: true },
  cloudflare_unconfigured: {
    text: 'The server cannot publish DNS records. Publish them yourself, or ask an operator.',
    only: true,
  },
  publish_failed: { text: 'The DNS provider refused a record. Try again; published records stay in place.' },
  unsupported_transport: {
    text: 'This domain does not send through Amazon SES, so it needs no identity there.',
  },
  identity_registration_failed: { text: 'The provider refused the domain. Try again.' },
  invalid_invitation: { text: 'This invitation has expired or was used. Ask for a new one.' },
  admin_key_not_mintable: {
    text: 'Only an admin or an owner can create keys with this permission.',
    only: true,
  },
  plan_limit: { text: 'The limit of your plan is reached. Delete what you no longer need.', link: usage },
  rate_limited: { text: 'Too many requests at once. Wait a moment, then try again.' },
  quota_exceeded: { text: 'The sending limit of the day or month is reached.', link: usage },
  key_quota_exceeded: {
    text: 'The daily limit of the key is reached. The next day begins at 00:00 UTC.',
    link: keys,
  },
  contact_quota_exceeded: {
    text: 'No more contacts can be created today. The next day begins at 00:00 UTC.',
  },
  run_quota_exceeded: { text: 'No more automation runs can start today. The next day begins at 00:00 UTC.' },
  organization_quota_exceeded: {
    text: 'No more organizations can be created today. The next day begins at 00:00 UTC.',
  },
  internal_error: {
    text: 'Something went wrong on the server. Try again. If it happens again, give the request id below to your administrator.',
    only: true,
  },
  usage_unavailable: { text: 'The usage is not available at the moment. Try again in a minute.', only: true },
  service_unavailable: { text: 'The server is busy or being updated. Try again in a minute.' },
} as const satisfies Readonly<Record<string, ErrorFix>>;

export const errorWords = {
  details: 'Details',
  code: 'Error code',
};
