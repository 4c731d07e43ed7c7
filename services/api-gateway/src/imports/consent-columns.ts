import { plainName } from './plain-name';
import type { Standing } from './status-words';

/**
 * What exports of other services say about consent: the names of their columns, as data. Names are compared without case, spaces and
 * punctuation; `status-words.ts` has what their cells say.
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
 * - phpList: `Is this subscriber blacklisted`, `Is this subscriber confirmed`; MailPoet: `Global status`, `List status`
 * - CiviCRM: `No Bulk Emails (User Opt Out)`, and `On Hold` with No, On Hold Bounce, On Hold Opt Out
 * - Dynamics 365: `Do not allow Bulk Emails` with Allow, Do Not Allow; Marketo: `Marketing Suspended`, `Email Invalid`
 * - Wix: `Email subscriber status`; Buttondown: `subscriber_type`; Cordial: `channels.email.subscribeStatus`, `channels.email.invalid`
 * - Mailjet: `IsExcludedFromCampaigns`, `IsSpamComplaining`, `IsOptInPending`; CleverReach: `deactivated`
 */

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
  ...[
    'emailsubscriberstatus',
    'subscribertype',
    'channelsemailsubscribestatus',
    'subscribestatus',
    'emailsubscribe',
  ],
  ...['globalstatus', 'liststatus', 'newsletterstatus', 'mailingstatus', 'optinoptout'],
  ...['emailsubscription', 'newslettersubscriptionstatus', 'emailconsentstatus', 'consentstatus'],
];

/** Columns of several meanings: a status word counts, any other is a value like all others (Norway and Ohio, in `state`). */
export const looseWordColumns: readonly string[] = [
  'state',
  'unsubreason',
  'stopstatus',
  'suppressionreason',
];

/** Columns that mark rows by a yes or a time. */
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
    ...['isthissubscriberblacklisted', 'isthisuserblacklisted', 'isthisaccountdisabled'],
    ...['nobulkemailsuseroptout', 'nobulkemails', 'nobulkemail', 'isoptout', 'useroptout'],
    ...[
      'donotallowbulkemails',
      'donotallowbulkemail',
      'donotbulkemail',
      'donotallowemails',
      'donotallowemail',
    ],
    ...[
      'donotsendmarketingmaterials',
      'donotsendmarketingmaterial',
      'donotsendmm',
      'donotsendmail',
      'donotsendemail',
    ],
    ...[
      'isexcludedfromcampaigns',
      'excludedfromcampaigns',
      'unsub',
      'unsubed',
      'unsubbed',
      'unsubat',
      'unsubdate',
    ],
    ...['deactivated', 'deactivatedat', 'marketingsuspended', 'emailunsubscribed', 'emailunsubscribedat'],
    ...['unsubscribedall', 'unsubscribedfromall', 'unsubscribefromall', 'unsubscribefrommarketingemails'],
    ...[
      'confirmedoptoutdate',
      'optoutemail',
      'emailoptouts',
      'marketingoptout',
      'newsletteroptout',
      'abgemeldet',
    ],
    ...['abgemeldetam', 'abmeldedatum', 'désabonné', 'désinscrit', 'отписан', '退订'],
  ]),
  ...marks('bounced', [
    ...['cleantime', 'bounced', 'bouncedat', 'bouncetime', 'bouncedate', 'bounceddate', 'datebounced'],
    ...['hardbounced', 'hardbounce', 'hardbouncedat', 'ishardbounced', 'emailbounced'],
    ...['portalbounce', 'globalbounce', 'invalidemail', 'emailinvalid', 'channelsemailinvalid', 'isbounced'],
    ...['hashardbounced', 'pardothardbounced', 'emailbounceddate'],
  ]),
  ...marks('complained', [
    ...['complained', 'complainedat', 'complaintat', 'complaintdate', 'spamcomplaint', 'spamreport'],
    ...['portalspamreport', 'markedasspam', 'spamreportedat', 'isspamcomplaining', 'markedemailasspam'],
  ]),
  // Perhaps for a while, and not by the recipient: such a row is refused.
  ...marks('not_subscribed', ['onhold', 'emailonhold', 'isoptinpending', 'emailsuspended']),
};

/** Columns with the reply to a bounce: any text marks. */
export const bounceTextColumns: readonly string[] = [
  ...['emailhardbouncereason', 'emailbouncedreason', 'bouncereason', 'hardbouncereason', 'bouncemessage'],
];

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
  ...['newsletter', 'newsletteroptin', 'newsletterconsent', 'subscribedtonewsletter', 'marketingconsent'],
  ...[
    'emailconsent',
    'marketingpermission',
    'emailpermission',
    'marketingemails',
    'allowbulkemails',
    'allowemails',
  ],
  ...['sendmarketingmaterials'],
  ...[
    'receivemarketingemails',
    'receivenewsletter',
    'receivesnewsletter',
    'optedintoemail',
    'emailoptinforall',
  ],
];

/** Columns about a confirmation: `false` and `no` mean that it is missing. */
export const confirmedColumns: readonly string[] = [
  ...['isthissubscriberconfirmed', 'istheemailofthissubscriberconfirmed', 'istheemailofthisuserconfirmed'],
  ...['isconfirmed', 'confirmed', 'emailconfirmed', 'doubleoptin', 'activated'],
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
  return Object.fromEntries(names.map((name) => [plainName(name), standing]));
}
