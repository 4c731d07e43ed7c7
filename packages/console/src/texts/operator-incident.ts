/** The page of the last hour, for operators on call. */
export const incidentTexts = {
  description: 'Email, failures, suspensions and changes of the last hour.',
  refreshes: 'Updated every 30 seconds',
  checks: 'Failing checks',
  checksOk: 'All checks of the platform pass.',
  toHealth: 'All checks',
  mail: 'Mail by five minutes',
  mailText: 'Live recipients. Each deferral counts.',
  columns: {
    from: 'From',
    accepted: 'Accepted',
    delivered: 'Delivered',
    deferred: 'Deferred',
    failed: 'Failed',
  },
  table: 'Figures as a table',
  countedSince: (time: string) => `Counted from ${time}: there were too many rows for the whole hour.`,
  late: 'This could not be counted in time, because the database is busy.',
  failing: 'Most deferred and failed',
  failingText:
    'Recipients whose mail was deferred, bounced or failed, of the newest 20,000. Without a connection, the site is the domain of the recipients.',
  failingNone: 'No mail was deferred or failed in the last hour.',
  by: { site: 'Site', transport: 'Transport', source: 'Source address', detail: 'Detail' },
  failingColumns: {
    name: 'Name',
    deferrals: 'Deferrals',
    failures: 'Failures',
    recipients: 'Recipients',
    detail: 'Most frequent detail',
  },
  noDetail: 'no detail',
  organizations: 'Organizations that send most',
  organizationsNone: 'No organization sent mail in the last hour.',
  organizationColumns: { name: 'Organization', accepted: 'Accepted', waiting: 'Waiting' },
  stopped: 'Stopped or limited now',
  stoppedNone: 'No site, transport or organization is stopped.',
  noRedis: 'Redis does not answer: what workers have suspended by themselves is not known.',
  stoppedColumns: { what: 'What', name: 'Name', state: 'State', reason: 'Reason', until: 'Until' },
  kinds: { site: 'Site', transport: 'Transport', organization: 'Organization' },
  untilResumed: 'resumed',
  disabled: 'disabled',
  changes: 'Changes by operators',
  changesNone: 'No operator changed anything in the last hour.',
  changedValue: ({
    name,
    from,
    to,
  }: {
    readonly name: string;
    readonly from: string | null;
    readonly to: string | null;
  }) => `${name}: ${from ?? '–'} → ${to ?? '–'}`,
  changeColumns: {
    at: 'When',
    operator: 'Operator',
    action: 'Change',
    target: 'Of',
    values: 'From → to',
    organization: 'Organization',
  },
};
