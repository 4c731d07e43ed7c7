/** Domains. */
export const domains = {
  description: 'Domains that this organization sends from.',
  add: 'Add domain',
  addTitle: 'Add a sending domain',
  none: 'No domains',
  noneText: 'Add the domain that you send from. You then publish the DNS records that the page shows.',
  columns: { name: 'Domain', status: 'Status', stream: 'Stream', records: 'Records', checked: 'Checked' },
  streams: { transactional: 'Transactional', bulk: 'Bulk' },
  verified: (verified: number, all: number) => `${verified} of ${all}`,
  nameHint: 'A subdomain protects the reputation of your main domain.',
  streamHint: 'Bulk domains send broadcasts; transactional domains send everything else.',
  dns: 'DNS records',
  dnsModes: { manual: 'I publish them', cloudflare: 'Publish them with Cloudflare' },
};

export const domain = {
  checked: 'Checked',
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
    inbound: 'Receives',
    verified: 'Verified',
  },
};

export const records = {
  title: 'DNS records',
  zoneFile: 'Zone file',
  copyZone: 'Copy as zone file',
  optional: 'optional',
  name: 'Name',
  value: 'Value',
  observed: 'Found',
  nothing: 'No record found',
};

export const dmarc = {
  title: 'Sources in DMARC reports',
  none: (days: number) => `No reports in the last ${days} days.`,
  source: 'Source',
  reporters: 'Reported by',
  messages: 'Messages',
  passed: 'Passed',
  failed: 'Failed',
};
