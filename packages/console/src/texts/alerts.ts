/** Alerts, notices and alert rules. */
export const alerts = {
  kinds: {
    bounce: 'Bounce rate',
    complaint: 'Complaint rate',
    provider_block: 'Blocks by providers',
    delivery_silence: 'No first delivery',
  },
  open: 'Open alerts',
  value: (value: string, level: 'warn' | 'pause') =>
    level === 'pause' ? `${value}, sending was paused` : value,
  rules: 'Alert rules',
  rulesText:
    'A warning goes to the alert address. A pause stops live sending until an admin resumes it. Limits can be stricter than by default, not weaker.',
  columns: { rule: 'Rule', warning: 'Warning at', pause: 'Pause at', minimum: 'Minimum', window: 'Period' },
  counted: (count: string) => (count === '1' ? '1 email' : `${count} emails`),
  recipients: (count: string) => `${count} recipients`,
  hours: (hours: number) => `${hours} h`,
  minutes: (minutes: number) => `${minutes} min`,
  off: 'Off',
  edit: 'Edit',
  editRule: (rule: string) => `Edit ${rule.toLowerCase()}`,
  saved: 'Alert rule saved',
  warnRate: 'Warn at (percent)',
  pauseRate: 'Pause at (percent)',
  minimum: 'Recipients needed',
  count: 'Warn at (emails)',
  enabled: 'Evaluate this rule',
  notices: 'Notices',
  noticesText: 'Messages of the platform to the alert address.',
  notSent: 'not sent',
};
