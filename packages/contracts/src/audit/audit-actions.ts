/** Everything that the audit log can name, by what is changed: the one vocabulary of the API, the sweeps and the operator. */
interface Verbs {
  alert_rule: 'update';
  api_key: 'create' | 'revoke' | 'rotate';
  automation:
    'cancel_run' | 'cancel_runs' | 'cancel_held_runs' | 'release_held_runs' | 'create' | 'delete' | 'update';
  broadcast:
    | ('cancel' | 'create' | 'decide' | 'delete' | 'release' | 'resend' | 'schedule' | 'update')
    | ('export_recipients' | 'pause' | 'resume');
  contact: 'delete' | 'erase' | 'export' | 'import' | 'resubscribe';
  /** Of a queue and no organization: only the operator's log has these. */
  dead_letter: 'discard' | 'redrive';
  domain:
    | ('create' | 'delete' | 'disable' | 'lose_name' | 'publish' | 'register_identity' | 'reopen' | 'verify')
    | (
        | 'set_daily_cap'
        | 'set_dmarc_policy'
        | 'set_mta_sts'
        | 'set_source_pool'
        | 'rotate_keys'
        | 'set_transport'
        | 'warm_up_end'
        | 'warm_up_start'
        | 'update'
      );
  google_postmaster: 'connect' | 'disconnect';
  image: 'create' | 'delete' | 'update';
  invitation: 'create' | 'renew' | 'revoke';
  member: 'add' | 'remove' | 'update';
  message:
    | ('cancel' | 'close_unconfirmed' | 'delete_content' | 'export' | 'reply' | 'send_again' | 'try_now')
    | ('share' | 'unshare')
    | ('fail' | 'hold' | 'release' | 'retry');
  /** An organization: the contract of the partner API has this short name. */
  org:
    | (
        | 'create'
        | 'create_child'
        | 'delete'
        | 'revoke_child_keys'
        | 'update'
        | 'set_plan'
        | 'pause'
        | 'resume'
        | 'open_client'
        | 'opened_by_parent'
      )
    | ('hold_for_review' | 'lift_review' | 'approve');
  /** Of the platform and no organization, as drained queues: only the operator's log has these. */
  queue: 'drain' | 'resume';
  restoration: 'declare';
  review: 'reject' | 'release';
  saved_block: 'create' | 'delete' | 'update';
  segment: 'create' | 'delete' | 'update';
  signup_form: 'create' | 'delete' | 'update';
  /** Of the platform and no organization, as sources and transports: only the operator's log has these. */
  site: 'suspend' | 'resume';
  source: 'add' | 'pause' | 'resume' | 'remove' | 'start_warm_up' | 'end_warm_up';
  suppression: 'create' | 'delete' | 'export' | 'import' | 'update';
  template: 'archive' | 'create' | 'publish' | 'update';
  topic: 'create' | 'delete' | 'update';
  transport: 'set' | 'disable' | 'enable' | 'resume' | 'remove';
  /** Of a user of the console and no organization: only the operator's log has these. */
  user:
    | ('create' | 'update' | 'set_password' | 'reset' | 'link_provider' | 'unlink_provider')
    | ('enable_totp' | 'disable_totp' | 'renew_recovery_codes')
    | ('add_passkey' | 'rename_passkey' | 'remove_passkey')
    | ('end_session' | 'end_sessions')
    | ('invite_operator' | 'set_operator' | 'unset_operator');
  webhook: 'create' | 'delete' | 'replay' | 'rotate_secret' | 'test' | 'update';
  webhook_delivery: 'replay';
}

/** For example `org.pause`. Rows of older releases may hold others: what reads the log takes any text. */
export type AuditAction<Subject extends keyof Verbs = keyof Verbs> = {
  [Each in Subject]: `${Each}.${Verbs[Each]}`;
}[Subject];

/** What can be done to one kind of objects, without its name in front. */
export type AuditVerb<Subject extends keyof Verbs> = Verbs[Subject];

/** What an action is done to: an object of the API by its name there. */
export interface AuditTarget {
  readonly type:
    | (
        | 'alert_rule'
        | 'api_key'
        | 'automation'
        | 'broadcast'
        | 'contact'
        | 'contact_import'
        | 'domain'
        | 'email'
        | 'image'
        | 'inbound_email'
        | 'invitation'
        | 'member'
        | 'organization'
        | 'queue'
        | 'restoration'
        | 'saved_block'
        | 'segment'
        | 'signup_form'
        | 'site'
        | 'source'
        | 'template'
        | 'topic'
        | 'transport'
      )
    | ('suppression' | 'suppression_import' | 'user' | 'webhook' | 'webhook_delivery');
  readonly id: string;
}
