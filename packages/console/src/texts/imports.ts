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
  checked: 'Checked, not imported',
  from: (service: string | undefined) => `From ${service}`,
  importIt: 'Import a file',
  filters: { kind: 'Kind', checks: 'Checked files' },
  viewContacts: 'View contacts',
  none: 'No imports',
  noneText: 'Imports are shown for 30 days.',
  description: 'Files that were imported in the last 30 days.',
  progress: 'Progress',
  columns: {
    file: 'File',
    status: 'Status',
    result: 'Result',
    created: 'Started',
  },
  /** What an import did, or has done so far. */
  result: (counts: readonly string[]) => (counts.length === 0 ? 'No rows' : counts.join(', ')),
  counts: {
    rows_added: 'added',
    rows_updated: 'updated',
    rows_unchanged: 'unchanged',
    rows_unsubscribed: 'unsubscribed',
    rows_suppressed: 'suppressed',
    rows_refused: 'refused',
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
    'The file was checked: no contact was changed. To import it, choose the file again. Repeated addresses are counted as added each time.',
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
    if (property === undefined) return readings[readAs];
    const stored = `${property}${type === undefined ? '' : ` (${type})`}`;
    if (readAs === 'property') return `${readings.property} ${stored}`;
    // A column of a status can be stored as well, for example a reason.
    return `${readings[readAs]}, stored as property ${stored}`;
  },
  refusedColumns: { row: 'Row', reason: 'Reason', value: 'Value' },
  download: 'Download all',
  shown: (shown: number, all: number) => `${shown} of ${all}`,
  failed: 'The import failed',
};
