import type { AuditAction } from '@postrider/contracts/audit';

/** What was changed, as far as the entry says. */
export interface AuditChange {
  readonly name: string | null;
  /** Names of the changed fields. */
  readonly fields: readonly string[];
}

/** Follows the name of who did it: “Ada” + “changed the name of the topic News”. */
type Sentence = (change: AuditChange) => string;

/** A verb with an object: `the key Production`, or `a key` where its name is not known. */
const did =
  (verb: string, noun: string, rest = ''): Sentence =>
  ({ name }) =>
    `${verb} ${objectOf(noun, name)}${rest}`;

/** The same with the fields that changed. */
const changed =
  (noun: string): Sentence =>
  ({ name, fields }) =>
    `changed ${fields.length === 0 ? '' : `${listOf(fields)} of `}${objectOf(noun, name)}`;

/** Of what is called by an address. */
const of =
  (verb: string, noun: string): Sentence =>
  ({ name }) =>
    name === null ? `${verb} ${objectOf(noun, null)}` : `${verb} the ${noun} of ${name}`;

/** Without an object. */
const only =
  (sentence: string): Sentence =>
  () =>
    sentence;

function objectOf(noun: string, name: string | null): string {
  if (name !== null && name !== '') return `the ${noun} ${name}`;
  return `${/^([aeio]|un)/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Where the field of the API is not what people call it. */
const fieldNames: Readonly<Record<string, string>> = {
  ...{ html: 'HTML', alt: 'alternative text', ab_test: 'A/B test', utm: 'UTM parameters', url: 'URL' },
};

function listOf(fields: readonly string[]): string {
  // Of long contents the entry has a digest.
  const bare = fields.map((field) => field.replace(/_sha256$/, ''));
  const words = bare.map((field) => `the ${fieldNames[field] ?? field.replaceAll('_', ' ')}`);
  if (words.length > 3) return 'settings';
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A new action without a sentence does not compile. */
export const auditSentences: Readonly<Record<AuditAction, Sentence>> = {
  'alert_rule.update': changed('alert rule'),

  'api_key.create': did('created', 'key'),
  'api_key.revoke': did('revoked', 'key'),
  'api_key.rotate': did('rotated', 'key'),

  'automation.cancel_run': did('canceled a run of', 'automation'),
  'automation.cancel_runs': did('canceled all runs of', 'automation'),
  'automation.cancel_held_runs': did('canceled the held runs of', 'automation'),
  'automation.release_held_runs': did('released the held runs of', 'automation'),
  'automation.create': did('created', 'automation'),
  'automation.delete': did('deleted', 'automation'),
  'automation.update': changed('automation'),

  'broadcast.cancel': did('canceled', 'broadcast'),
  'broadcast.create': did('created', 'broadcast'),
  'broadcast.decide': did('chose the variant of', 'broadcast'),
  'broadcast.delete': did('deleted', 'broadcast'),
  'broadcast.release': did('released', 'broadcast'),
  'broadcast.resend': did('resent', 'broadcast', ' to contacts who did not open it'),
  'broadcast.schedule': did('scheduled', 'broadcast'),
  'broadcast.update': changed('broadcast'),
  'broadcast.export_recipients': did('exported the recipients of', 'broadcast'),
  'broadcast.pause': did('paused', 'broadcast'),
  'broadcast.resume': did('resumed', 'broadcast'),

  'contact.delete': did('deleted', 'contact'),
  'contact.erase': only('erased a person'),
  'contact.export': only('exported contacts'),
  'contact.import': only('imported contacts'),
  'contact.resubscribe': did('resubscribed', 'contact'),

  'dead_letter.discard': did('discarded dead letters of', 'queue'),
  'dead_letter.redrive': did('redrove dead letters of', 'queue'),

  'domain.create': did('added', 'domain'),
  'domain.delete': did('deleted', 'domain'),
  'domain.disable': did('disabled', 'domain'),
  'domain.lose_name': did('disabled', 'domain', ', because another organization has verified it'),
  'domain.publish': did('published the DNS records of', 'domain'),
  'domain.register_identity': did('registered', 'domain', ' with its provider'),
  'domain.reopen': did('reopened', 'domain', ' for verification'),
  'domain.verify': did('verified', 'domain'),
  'domain.set_daily_cap': did('changed the daily cap of', 'domain'),
  'domain.set_dmarc_policy': did('changed the DMARC policy of', 'domain'),
  'domain.set_mta_sts': did('changed the MTA-STS policy of', 'domain'),
  'domain.set_source_pool': did('changed the source addresses of', 'domain'),
  'domain.rotate_keys': did('rotated the DKIM keys of', 'domain'),
  'domain.set_transport': did('changed the transport of', 'domain'),
  'domain.warm_up_end': did('ended the warm-up of', 'domain'),
  'domain.warm_up_start': did('started the warm-up of', 'domain'),
  'domain.update': changed('domain'),

  'google_postmaster.connect': only('connected Google Postmaster Tools'),
  'google_postmaster.disconnect': only('disconnected Google Postmaster Tools'),

  'image.create': did('uploaded', 'image'),
  'image.delete': did('deleted', 'image'),
  'image.update': changed('image'),

  'invitation.create': of('created', 'invitation'),
  'invitation.renew': of('renewed', 'invitation'),
  'invitation.revoke': of('revoked', 'invitation'),

  'member.add': did('added', 'member'),
  'member.remove': did('removed', 'member'),
  'member.update': changed('member'),

  'message.cancel': did('canceled', 'email'),
  'message.close_unconfirmed': did('closed', 'unconfirmed email'),
  'message.delete_content': did('deleted the content of', 'email'),
  'message.export': only('exported emails'),
  'message.reply': did('replied to', 'received email'),
  'message.send_again': did('sent', 'email', ' again'),
  'message.try_now': did('retried', 'email'),
  'message.share': did('shared', 'email', ' with a link'),
  'message.unshare': did('revoked a link to', 'email'),
  'message.fail': did('failed', 'email'),
  'message.hold': did('held', 'email'),
  'message.release': did('released', 'email'),
  'message.retry': did('retried', 'email'),

  'org.create': did('created', 'organization'),
  'org.create_child': did('created', 'client organization'),
  'org.delete': did('deleted', 'organization'),
  'org.revoke_child_keys': did('revoked the keys of', 'client organization'),
  'org.update': changed('organization'),
  'org.set_plan': did('changed the plan of', 'organization'),
  'org.pause': did('paused sending of', 'organization'),
  'org.resume': did('resumed sending of', 'organization'),
  'org.open_client': did('opened', 'client organization', ' to read it'),
  'org.opened_by_parent': did('opened', 'organization', ' to read it'),
  'org.hold_for_review': did('put', 'organization', ' under review'),
  'org.lift_review': did('ended the review of', 'organization'),
  'org.approve': did('approved', 'organization'),

  'queue.drain': did('drained', 'queue'),
  'queue.resume': did('resumed', 'queue'),

  'restoration.declare': only('declared a restored backup'),
  'review.reject': only('rejected an email in review'),
  'review.release': only('released an email in review'),

  'saved_block.create': did('saved', 'block'),
  'saved_block.delete': did('deleted', 'saved block'),
  'saved_block.update': changed('saved block'),

  'segment.create': did('created', 'segment'),
  'segment.delete': did('deleted', 'segment'),
  'segment.update': changed('segment'),

  'signup_form.create': did('created', 'signup form'),
  'signup_form.delete': did('deleted', 'signup form'),
  'signup_form.update': changed('signup form'),

  'site.suspend': did('suspended', 'site'),
  'site.resume': did('resumed', 'site'),

  'source.add': did('added', 'source address'),
  'source.pause': did('paused', 'source address'),
  'source.resume': did('resumed', 'source address'),
  'source.remove': did('removed', 'source address'),
  'source.start_warm_up': did('started the warm-up of', 'source address'),
  'source.end_warm_up': did('ended the warm-up of', 'source address'),

  'suppression.create': of('added', 'suppression'),
  'suppression.delete': of('removed', 'suppression'),
  'suppression.export': only('exported suppressions'),
  'suppression.import': only('imported suppressions'),
  'suppression.update': of('changed', 'suppression'),

  'template.archive': did('archived', 'template'),
  'template.create': did('created', 'template'),
  'template.publish': did('published', 'template'),
  'template.update': changed('template'),

  'topic.create': did('created', 'topic'),
  'topic.delete': did('deleted', 'topic'),
  'topic.update': changed('topic'),

  'transport.set': did('changed', 'transport'),
  'transport.disable': did('disabled', 'transport'),
  'transport.enable': did('enabled', 'transport'),
  'transport.resume': did('resumed', 'transport'),
  'transport.remove': did('removed', 'transport'),

  'user.create': did('created', 'user'),
  'user.update': changed('user'),
  'user.set_password': did('changed the password of', 'user'),
  'user.reset': did('reset the sign-in of', 'user'),
  'user.link_provider': did('linked a sign-in provider to', 'user'),
  'user.unlink_provider': did('unlinked a sign-in provider from', 'user'),
  'user.enable_totp': did('set up the authenticator app of', 'user'),
  'user.disable_totp': did('removed the authenticator app of', 'user'),
  'user.renew_recovery_codes': did('renewed the recovery codes of', 'user'),
  'user.add_passkey': did('added a passkey of', 'user'),
  'user.rename_passkey': did('renamed a passkey of', 'user'),
  'user.remove_passkey': did('removed a passkey of', 'user'),
  'user.end_session': did('ended a session of', 'user'),
  'user.end_sessions': did('ended the sessions of', 'user'),
  'user.invite_operator': did('invited an operator:', 'user'),
  'user.set_operator': did('made', 'user', ' an operator'),
  'user.unset_operator': did('removed', 'user', ' from the operators'),

  'webhook.create': did('added', 'webhook endpoint'),
  'webhook.delete': did('deleted', 'webhook endpoint'),
  'webhook.replay': did('replayed events to', 'webhook endpoint'),
  'webhook.rotate_secret': did('rotated the secret of', 'webhook endpoint'),
  'webhook.test': did('sent a test to', 'webhook endpoint'),
  'webhook.update': changed('webhook endpoint'),
  'webhook_delivery.replay': only('sent a webhook delivery again'),
};
