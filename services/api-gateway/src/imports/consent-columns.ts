/**
 * What exports of other services say about consent: the names of their columns and the words in them, as data. Names and words are
 * compared without case, spaces and punctuation.
 *
 * - Mailchimp: one file each for subscribed, unsubscribed (`UNSUB_TIME`) and cleaned (`CLEAN_TIME`) contacts
 * - listmonk: `status` enabled, disabled, blocklisted
 * - Kit: Confirmed, Unconfirmed, Cancelled, Cold, Bounced, Complained
 * - Brevo: `EMAIL_BLACKLISTED` true or false
 * - MailerLite: active, unsubscribed, unconfirmed, bounced, junk; dates in `Subscribed` and `Unsubscribed`
 * - Klaviyo: `Email Marketing Consent` and `Email Suppressions`
 * - ActiveCampaign: Active, Unconfirmed, Unsubscribed, Bounced
 * - Constant Contact: Active, Unsubscribed, Awaiting Confirmation, No Permissions Set
 * - Campaign Monitor: Active, Unsubscribed, Bounced, Deleted, Unconfirmed, Spam, Suppressed
 * - beehiiv: active, inactive, pending, needs approval, invalid; Substack: `email_disabled`
 * - HubSpot: `Unsubscribed from all email`, `Portal Bounce`, `Portal Unsubscribe`, `Portal Spam Report`
 * - Resend: `unsubscribed`; Ghost: `subscribed_to_emails`; Shopify: `Accepts Email Marketing`
 */
export type Standing = 'complained' | 'bounced' | 'unsubscribed' | 'not_subscribed' | 'subscribed';

/** The first that a row says holds. */
export const strongestStandings: readonly Standing[] = [
  'complained',
  'bounced',
  'unsubscribed',
  'not_subscribed',
  'subscribed',
];

/** Words of status columns. A word that is not here refuses its row. */
export const wordsOf: Readonly<Record<Standing, readonly string[]>> = {
  complained: [
    ...['complained', 'complaint', 'complaints', 'spam', 'spamcomplaint', 'spamreport', 'spamreported'],
    ...['markedasspam', 'reportedspam', 'abuse', 'abusecomplaint', 'junk'],
  ],
  bounced: [
    ...[
      'bounced',
      'bounce',
      'hardbounce',
      'hardbounced',
      'cleaned',
      'invalid',
      'invalidemail',
      'undeliverable',
    ],
  ],
  unsubscribed: [
    ...['unsubscribed', 'unsubscribe', 'optedout', 'optout', 'out', 'cancelled', 'canceled', 'inactive'],
    ...[
      'disabled',
      'blocklisted',
      'blacklisted',
      'blocked',
      'suppressed',
      'usersuppressed',
      'manuallysuppressed',
    ],
    ...['globallyunsubscribed', 'donotemail', 'donotcontact', 'stopped', 'false', 'no', '0'],
  ],
  not_subscribed: [
    ...['unconfirmed', 'notconfirmed', 'pending', 'awaitingconfirmation', 'validating', 'needsapproval'],
    ...['nonsubscribed', 'notsubscribed', 'neversubscribed', 'transactional', 'nopermissionsset', 'notset'],
    ...['nonmarketingcontact', 'archived', 'deleted', 'removed', 'temporaryhold', 'unactivated'],
  ],
  subscribed: [
    ...['subscribed', 'active', 'enabled', 'confirmed', 'optedin', 'optin', 'cold', 'engaged', 'regular'],
    ...['marketingcontact', 'express', 'expressed', 'implied', 'explicit', 'doubleoptin', 'singleoptin'],
    ...['true', 'yes', '1'],
  ],
};

/** Columns that hold one of the words, or several of them. */
export const wordColumns: readonly string[] = [
  ...['status', 'subscriptionstatus', 'subscriberstatus', 'emailstatus', 'memberstatus', 'contactstatus'],
  ...['subscriberstate', 'subscriptionstate', 'emailsubscriptionstatus', 'optinstatus'],
  ...[
    'emailoptinstatus',
    'emailmarketing',
    'emailmarketingconsent',
    'emailmarketingstatus',
    'marketingstatus',
  ],
  ...['emailpermissionstatus', 'emailsuppressions', 'emailsuppressionreason', 'marketingcontactstatus'],
];

/** Columns of several meanings: a word of ours counts, any other is a value like all others (Ohio, in `state`). */
export const looseWordColumns: readonly string[] = [
  'state',
  'unsubreason',
  'stopstatus',
  'suppressionreason',
];

/** Columns that say something by being filled with more than `false`, `no` or 0; often with the time. */
export const markColumns: Readonly<Record<string, Standing>> = {
  ...marks('unsubscribed', [
    ...['unsubscribed', 'unsubscribe', 'unsubtime', 'unsubscribedat', 'unsubscribetime', 'unsubscribeddate'],
    ...['unsubscribedate', 'unsubscribedon', 'dateunsubscribed', 'dateunsubscribe', 'isunsubscribed'],
    ...['hasunsubscribed', 'unsubscribedfromemails', 'unsubscribedfromallemail', 'unsubscribedfromallemails'],
    ...[
      'optout',
      'optedout',
      'hasoptedout',
      'isoptedout',
      'optedoutat',
      'optoutat',
      'optouttime',
      'optoutdate',
    ],
    ...[
      'emailoptout',
      'emailoptedout',
      'emailoptoutdate',
      'emailoptouttime',
      'emailoptoutat',
      'optedoutofemail',
    ],
    ...['hasoptedoutofemail', 'donotemail', 'donotcontact', 'donotmail', 'nomail', 'noemail', 'dnc'],
    ...[
      'emailblacklisted',
      'emailblacklist',
      'blacklisted',
      'isblacklisted',
      'blocklisted',
      'emailblocklisted',
    ],
    ...['emaildisabled', 'suppressed', 'issuppressed', 'emailsuppressed', 'portalunsubscribe'],
    ...['globalunsubscribe', 'globallyunsubscribed', 'stoptime', 'cancelledat', 'canceledat'],
  ]),
  ...marks('bounced', [
    ...['cleantime', 'bounced', 'bouncedat', 'bouncetime', 'bouncedate', 'bounceddate', 'datebounced'],
    ...[
      'hardbounced',
      'hardbounce',
      'hardbouncedat',
      'ishardbounced',
      'emailbounced',
      'emailhardbouncereason',
    ],
    ...['portalbounce', 'globalbounce', 'invalidemail'],
  ]),
  ...marks('complained', [
    ...['complained', 'complainedat', 'complaintat', 'complaintdate', 'spamcomplaint', 'spamreport'],
    ...['portalspamreport', 'markedasspam', 'spamreportedat'],
  ]),
};

/** The same for each kind of mail: `Opted out of email: Product news`. */
export const markPrefixes: Readonly<Record<string, Standing>> = { optedoutofemail: 'unsubscribed' };

/** Columns that say it the other way round: `false` and `no` mean unsubscribed. */
export const consentColumns: readonly string[] = [
  ...[
    'subscribed',
    'issubscribed',
    'subscribedtoemails',
    'subscribedtoemail',
    'optin',
    'optedin',
    'emailoptin',
  ],
  ...['emailoptedin', 'acceptsmarketing', 'acceptsemailmarketing', 'marketingoptin', 'newslettersubscribed'],
];

/** When a contact subscribed, and from where: the proof of its consent. The first that is filled holds. */
export const consentTimeColumns: readonly string[] = [
  ...['confirmtime', 'confirmedat', 'optintime', 'optindate', 'optinat', 'optintimestamp', 'subscribedat'],
  ...['subscribed', 'subscribeddate', 'subscribedon', 'datesubscribed', 'subscriptiondate', 'emailoptindate'],
];
export const consentIpColumns: readonly string[] = ['confirmip', 'optinip', 'signupip', 'subscribedip'];

/** Whose export a file is, by columns that no other has together. The first that fits names it. */
export const services = [
  { format: 'mailchimp', knownBy: [['leid'], ['euid'], ['memberrating'], ['unsubtime'], ['cleantime']] },
  { format: 'listmonk', knownBy: [['uuid', 'email', 'attributes']] },
  { format: 'kit', knownBy: [['subscriberstatus'], ['kitid'], ['convertkitid']] },
  { format: 'brevo', knownBy: [['emailblacklisted'], ['smsblacklisted']] },
  { format: 'klaviyo', knownBy: [['emailmarketingconsent'], ['klaviyoid'], ['emailsuppressions']] },
  { format: 'constantcontact', knownBy: [['emailpermissionstatus'], ['emailstatus', 'emailaddress']] },
  { format: 'hubspot', knownBy: [['unsubscribedfromallemail'], ['portalunsubscribe'], ['portalbounce']] },
  {
    format: 'activecampaign',
    knownBy: [
      ['subscriberid', 'listid'],
      ['contactid', 'status', 'listname'],
    ],
  },
  {
    format: 'campaignmonitor',
    knownBy: [
      ['emailaddress', 'dateunsubscribed'],
      ['emailaddress', 'state', 'date'],
    ],
  },
  {
    format: 'mailerlite',
    knownBy: [
      ['subscriber', 'subscribed'],
      ['email', 'subscribed', 'unsubscribed'],
    ],
  },
  {
    format: 'beehiiv',
    knownBy: [
      ['email', 'status', 'subscriptiontier'],
      ['subscriberid', 'utmsource', 'status'],
    ],
  },
  { format: 'substack', knownBy: [['emaildisabled'], ['activesubscription']] },
  { format: 'resend', knownBy: [['email', 'unsubscribed']] },
] as const;

function marks(standing: Standing, names: readonly string[]): Record<string, Standing> {
  return Object.fromEntries(names.map((name) => [name, standing]));
}
