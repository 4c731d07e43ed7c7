const readings = {
  email: 'Email',
  name: 'First and last name',
  first_name: 'First name',
  last_name: 'Last name',
  status: 'Status',
  consent: 'Consent time or IP address',
  property: 'Property',
  topics: 'Topics',
  properties: 'Properties',
  ignored: 'Not imported',
};

/** Of exports that are recognized, by their formats. */
export const serviceNames: Readonly<Record<string, string>> = {
  mailchimp: 'Mailchimp',
  listmonk: 'listmonk',
  kit: 'Kit',
  brevo: 'Brevo',
  mailerlite: 'MailerLite',
  klaviyo: 'Klaviyo',
  activecampaign: 'ActiveCampaign',
  constantcontact: 'Constant Contact',
  campaignmonitor: 'Campaign Monitor',
  hubspot: 'HubSpot',
  beehiiv: 'beehiiv',
  substack: 'Substack',
  resend: 'Resend',
  postmark: 'Postmark',
};

/** Progress of imports: suppressions and contacts. */
export const importTexts = {
  imports: 'Imports',
  title: (format: string) =>
    format === 'plain' ? 'Import' : `Import from ${serviceNames[format] ?? format}`,
  check: (format: string) =>
    format === 'plain' ? 'Check of a file' : `Check of a file from ${serviceNames[format] ?? format}`,
  viewContacts: 'View contacts',
  none: 'No imports',
  noneText: 'Imports are shown for 30 days.',
  description: 'Files that were imported in the last 30 days.',
  progress: 'Progress',
  columns: {
    file: 'Import',
    status: 'Status',
    rows: 'Rows',
    refused: 'Refused',
    created: 'Started',
  },
  rows: {
    rows_read: 'Rows read',
    rows_added: 'Added',
    rows_updated: 'Updated',
    rows_unchanged: 'Unchanged',
    rows_unsubscribed: 'Unsubscribed',
    kept_unsubscribed: 'Kept unsubscribed',
    rows_suppressed: 'Suppressed',
    rows_refused: 'Refused',
  },
  refused: 'Refused rows',
  refusedText: 'Download these rows, correct them and import the file again. The first 10,000 are kept.',
  dryRunText:
    'This was a dry run: no contact was changed. Repeated addresses are counted as added each time.',
  columnsTitle: 'Columns',
  columnsText:
    'Columns that are read as a status decide who is subscribed. Ignored columns are not imported.',
  noStatusColumn:
    'No column says who has unsubscribed, so all rows are subscribed. Contacts that unsubscribed here stay unsubscribed.',
  column: { name: 'Column', readAs: 'Read as' },
  readAs: ({
    read_as: readAs,
    property,
    type,
  }: {
    readonly read_as: keyof typeof readings;
    readonly property?: string;
    readonly type?: string;
  }) => {
    const stored = property === undefined ? '' : ` ${property}`;
    return `${readings[readAs]}${stored}${type === undefined ? '' : ` (${type})`}`;
  },
  download: 'Download all',
  shown: (shown: number, all: number) => `${shown} of ${all}`,
  failed: 'The import failed',
};
