/** Partitions and secrets, for operators. */
export const storageTexts = {
  description: 'What the database stores by week, and under which keys secrets are sealed.',
  tables: 'Partitioned tables',
  tableColumns: {
    table: 'Table',
    partitions: 'Weeks',
    from: 'Oldest',
    to: 'Ready until',
    rows: 'Rows (estimate)',
    size: 'Size',
  },
  interrupted: (count: number) => `${count} being removed`,
  retention: 'Settings of metrics-aggregator say how long weeks are kept. By hand:',
  retentionCommand: 'postrider retention drop',
  secrets: 'Secrets of the settings',
  secretColumns: { setting: 'Setting', since: 'In use since' },
  unproven: 'no service has started with it',
  sealed: 'Stored secrets',
  sealedColumns: { secret: 'Secret', keys: 'Key ids', current: 'Present key', previous: 'Other keys' },
  atLeast: (count: string) => `${count} or more`,
  reseal: 'Secrets under other keys are resealed, and all are checked, with',
  resealCommands: 'postrider secrets reseal, postrider secrets check',
};
