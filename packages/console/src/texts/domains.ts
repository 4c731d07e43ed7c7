/** Domains. */
export const domains = {
  description: 'Domains that this organization sends from.',
  add: 'Add domain',
  addTitle: 'Add a sending domain',
  none: 'No domains',
  noneText: 'Add the domain that you send from. You then publish the DNS records that the page shows.',
  columns: { name: 'Domain', status: 'Status', stream: 'Stream', records: 'Records', checked: 'Checked' },
  streams: { transactional: 'Transactional', bulk: 'Bulk' },
  neverChecked: 'Not yet',
  verified: (verified: number, all: number) => `${verified} of ${all}`,
  nameHint: 'A subdomain protects the reputation of your main domain.',
  streamHint: 'Bulk domains send broadcasts; transactional domains send everything else.',
  dns: 'DNS records',
  dnsModes: { manual: 'I publish them', cloudflare: 'Publish them with Cloudflare' },
};

export const domain = {
  checked: 'Records checked',
  neverChecked: 'Records not checked yet',
  notVerified: 'Not yet',
  test: 'Send a test email',
  details: 'Details',
  check: 'Check now',
  checkedNow: 'Records checked',
  publish: 'Publish records',
  published: 'Records published',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'Emails from this domain are refused at once. Its DMARC reports and received emails remain.',
  deleted: 'Domain deleted',
  failures: {
    not_verified: 'The records were not found in time. Publish them, then check again.',
    records_lost: 'Records that were published are missing now.',
    claimed_by_another: 'Another organization has verified this domain.',
  },
  facts: {
    id: 'Id',
    stream: 'Stream',
    dns: 'DNS records',
    returnPath: 'Return path',
    tracking: 'Tracking host',
    reply: 'Reply address',
    selector: 'DKIM selector',
    verified: 'Verified',
  },
};

export const testEmail = {
  title: 'Send a test email',
  to: 'To',
  subject: (domain: string) => `Test email from ${domain}`,
  text: 'This email was sent from the domain page of the Postrider console.',
  send: 'Send',
  explained: {
    live: 'A live email: it is delivered and counted.',
    test: 'In test mode the email is simulated and not delivered.',
  },
};

export const inbound = {
  title: 'Received email',
  mode: 'Receive',
  modes: { replies: 'Replies only', addresses: 'Replies and chosen addresses', catch_all: 'All addresses' },
  explained: {
    replies: 'Only replies to the reply address.',
    addresses: 'Also email to the addresses below.',
    catch_all: 'Also email to any address of the domain.',
  },
  addresses: 'Addresses',
  addressesHint: (domain: string) => `The part before @${domain}. Press Enter after each one.`,
  record:
    'Publish the INBOUND record that is listed above after saving. Email to this domain then no longer reaches another mail server.',
  saved: 'Received email saved',
};

export const records = {
  title: 'DNS records',
  zoneFile: 'Zone file',
  copyZone: 'Copy as zone file',
  optional: 'optional',
  name: 'Name',
  value: 'Value',
  observed: 'Found',
  notChecked: 'Not checked yet',
  nothing: 'No record found',
};

export const dmarc = {
  title: 'Sources in DMARC reports',
  none: (days: number) => `No reports in the last ${days} days.`,
  source: 'Source',
  sourceTypes: { own: 'Postrider', forwarder: 'Forwarder', service: 'Service', unknown: 'Unknown' },
  isNew: 'new this week',
  sender: 'Sender',
  reporters: 'Reported by',
  messages: 'Messages',
  passed: 'Passed',
  failed: 'Failed',
  reasons: 'Reasons that receivers gave',
  reasonsText:
    'Why receivers did something other than the policy requests, or what else they say about the messages. Comments are in their words.',
  reason: 'Reason',
  comment: 'Comment',
  reasonTypes: {
    forwarded: 'Forwarded',
    mailing_list: 'Mailing list',
    trusted_forwarder: 'Trusted forwarder',
    local_policy: 'Rule of the receiver',
    policy_test_mode: 'Testing (t=y)',
    sampled_out: 'Not sampled (pct)',
    other: 'Other',
  },
  lastSeen: 'Last seen',
};

interface DmarcFigures {
  readonly days: number;
  readonly reported_days: number;
  readonly messages: number;
  readonly passed: number;
  readonly failing_sources: number;
  readonly next_policy: string | null;
  readonly next_testing: boolean;
}

const numbers = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const authenticated = ({ messages, passed }: DmarcFigures): string => percent.format(passed / messages);

const settingName = (policy: string, testing: boolean): string => (testing ? `${policy}, testing` : policy);
const nextSetting = ({ next_policy: policy, next_testing: testing }: DmarcFigures): string =>
  settingName(`${policy}`, testing);

export const dmarcPolicy = {
  title: 'DMARC policy',
  policy: 'Policy',
  settings: [
    { policy: 'none', testing: false, label: 'none: report only' },
    { policy: 'quarantine', testing: true, label: 'quarantine, testing (t=y): receivers apply none' },
    { policy: 'quarantine', testing: false, label: 'quarantine: move unauthenticated email to spam' },
    { policy: 'reject', testing: true, label: 'reject, testing (t=y): receivers apply quarantine' },
    { policy: 'reject', testing: false, label: 'reject: refuse unauthenticated email' },
  ] as const,
  name: settingName,
  testingHint: 'Receivers that do not know t=y yet apply the policy itself.',
  chosen: 'Chosen',
  notChosen: 'not chosen',
  published: 'In DNS',
  notPublished: 'no valid DMARC record',
  reports: 'Reports',
  figures: (figures: DmarcFigures) =>
    figures.messages === 0
      ? `None in the last ${figures.days} days`
      : `${figures.reported_days} of ${figures.days} days, ${numbers.format(figures.messages)} messages, ${authenticated(figures)} authenticated`,
  saved: 'DMARC policy saved',
  steps: {
    publish: ({ next_policy: policy, next_testing: testing }: DmarcFigures) =>
      `Publish the DMARC record with p=${policy}${testing ? '; t=y' : ''}. It is in the list of DNS records above.`,
    wait: (figures: DmarcFigures) =>
      `Wait for reports of at least 7 days and 100 messages before you choose ${nextSetting(figures)}.`,
    fix_sources: (figures: DmarcFigures) =>
      `Authenticate the email of ${numbers.format(figures.failing_sources)} failing sources below, or accept that ${nextSetting(figures)} affects it. Less than 98 % is authenticated.`,
    advance: (figures: DmarcFigures) =>
      `The reports allow the next policy: ${nextSetting(figures)}. Check that you know the failing sources below.`,
    none: () => 'Receivers refuse unauthenticated email from this domain.',
  },
};

export const mtaSts = {
  title: 'MTA-STS policy',
  about:
    'Other mail servers read this policy before they deliver email to the domain. It requires TLS to the mail servers that it names.',
  mode: 'Mode',
  modes: ['testing', 'enforce', 'none'] as const,
  off: 'off: no policy',
  explained: {
    testing: 'testing: report failures only',
    enforce: 'enforce: deliver over TLS only',
    none: 'none: withdraw the policy',
  },
  hints: {
    '': 'Postrider serves no policy. If other mail servers know one already, withdraw it with the mode none for two weeks first.',
    testing: 'Other mail servers still deliver. Test for some weeks before you enforce.',
    enforce: 'Email is not delivered to other mail servers, nor without TLS and a valid certificate.',
    none: 'Mail servers that know the earlier policy forget it.',
  },
  servers: 'Mail servers',
  serversHint: 'Hosts in the MX records of the domain. Press Enter after each one. The first label can be *.',
  found: 'In DNS',
  notFound: 'no MX records',
  address: 'Policy URL',
  records:
    'Publish the two MTA_STS records that are listed above. The proxy in front of Postrider needs a certificate for the host of the URL: open it to check.',
  saved: 'MTA-STS policy saved',
};

interface TlsFigures {
  readonly days: number;
  readonly reports: number;
  readonly successful: number;
  readonly failed: number;
}

export const tlsReports = {
  title: 'TLS reports of other mail servers',
  none: (days: number) =>
    `No reports in the last ${days} days. They come once the TLS_RPT record is published.`,
  figures: ({ days, reports, successful, failed }: TlsFigures) =>
    `${numbers.format(reports)} reports in the last ${days} days: ${numbers.format(successful)} sessions met the policy, ${numbers.format(failed)} failed.`,
  result: 'Failure',
  mailServer: 'Mail server',
  reporters: 'Reported by',
  sessions: 'Sessions',
  lastSeen: 'Last seen',
};

export const sending = {
  title: 'Sending',
  keys: 'DKIM keys',
  rotate: 'Rotate keys',
  rotated: 'New keys are being created',
  rotating: 'New keys are being created.',
  rotateTitle: 'Rotate the DKIM keys?',
  rotateText:
    'New keys are created. Publish their records: once they are found, the new keys sign. The old ones are removed a week later.',
  selector: 'Selector',
  algorithm: 'Algorithm',
  state: 'State',
  states: { active: 'signs', waiting: 'waits for its record', retired: 'retired' },
  created: 'Created',
  signsSince: 'Signs since',
  transport: 'Transport',
  warmUp: 'Warm-up',
  noWarmUp: 'none',
  day: (day: number) => `day ${day}`,
  start: 'Start warm-up',
  startTitle: 'Start the warm-up?',
  startText: 'The domain sends few emails a day at first, and more each day.',
  end: 'End warm-up',
  endTitle: 'End the warm-up?',
  endText: 'The domain can send as much as its daily cap allows at once. Mailbox providers may defer it.',
  cap: 'Daily cap',
  capHint: (today: string) => `Recipients per day (UTC). Sent today: ${today}.`,
  noCap: 'none',
  today: 'Sent today',
  saved: 'Sending saved',
};
