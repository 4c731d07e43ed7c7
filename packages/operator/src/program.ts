import { Command } from 'commander';
import { createRunner, type RunCommand } from './run-command';

type Group = readonly [
  name: string,
  description: string,
  /** What a group's commands need is loaded for a command line that names it: all of them together take half a second. */
  load: () => Promise<{ readonly addCommands: (group: Command, run: RunCommand) => void }>,
];

const groups: readonly Group[] = [
  [
    'setup',
    'set up a platform on this machine, up to the first email',
    () => import('./setup/setup.commands.js'),
  ],
  [
    'organizations',
    'manage the organizations that send through this platform',
    () => import('./organizations/organizations.commands.js'),
  ],
  [
    'keys',
    'manage API keys, including the first ADMIN key of an organization',
    () => import('./keys/keys.commands.js'),
  ],
  [
    'users',
    'manage users of the console: invite the first owner of an organization, reset a sign-in',
    () => import('./users/users.commands.js'),
  ],
  [
    'reviews',
    'review held messages of new client organizations',
    () => import('./reviews/reviews.commands.js'),
  ],
  ['domains', 'manage sending domains', () => import('./domains/domains.commands.js')],
  [
    'transports',
    'manage transports, those of the settings and others',
    () => import('./transports/transports.commands.js'),
  ],
  [
    'doctor',
    'check whether email can be delivered directly to MX hosts from this host',
    () => import('./doctor/doctor.commands.js'),
  ],
  [
    'sources',
    'manage the pools of IP addresses that email is sent from; without any, the operating system chooses',
    () => import('./sources/sources.commands.js'),
  ],
  [
    'sites',
    'manage destination sites: usage by all workers, suspensions and limits',
    () => import('./sites/sites.commands.js'),
  ],
  [
    'throttle-rules',
    'manage throttle rules: reactions to replies of sites (THROTTLE_RULES_FILE of send-worker)',
    () => import('./throttle-rules/throttle-rules.commands.js'),
  ],
  ['messages', 'inspect and change accepted email', () => import('./messages/messages.commands.js')],
  [
    'restored',
    'manage email that is held after restoring a backup',
    () => import('./restored/restored.commands.js'),
  ],
  [
    'contacts',
    'erase people from the data of organizations',
    () => import('./contacts/contacts.commands.js'),
  ],
  ['suppressions', 'manage suppressed addresses', () => import('./suppressions/suppressions.commands.js')],
  [
    'imports',
    'list imports of contacts and suppressed addresses',
    () => import('./imports/imports.commands.js'),
  ],
  ['webhooks', 'manage webhook endpoints', () => import('./webhooks/webhooks.commands.js')],
  [
    'audit',
    'show the audit log: changes by keys, users, operators and the system',
    () => import('./audit/audit.commands.js'),
  ],
  [
    'unconfirmed',
    'close messages that were handed over and whose outcome was never reported',
    () => import('./unconfirmed/unconfirmed.commands.js'),
  ],
  ['queues', 'inspect waiting email and the queues of RabbitMQ', () => import('./queues/queues.commands.js')],
  [
    'partitions',
    'manage the weekly partitions of the large tables',
    () => import('./partitions/partitions.commands.js'),
  ],
  [
    'backup',
    'back up and restore the database and the settings',
    () => import('./backup/backup.commands.js'),
  ],
  ['retention', 'delete expired data', () => import('./retention/retention.commands.js')],
  [
    'secrets',
    'manage secrets in the settings and in the database',
    () => import('./secrets/secrets.commands.js'),
  ],
];

interface ProgramOptions {
  /** Groups without their commands are only listed. */
  readonly isWanted: (group: string) => boolean;
  /** Default: each command runs in a session of its own. */
  readonly run?: RunCommand;
}

/** The command line. Nothing runs before it is parsed. */
export async function createProgram({ isWanted, run }: ProgramOptions): Promise<Command> {
  const program = new Command('postrider')
    .description('Operator commands of Postrider')
    .option('--json', 'print JSON on standard output', false)
    .option('--operator <login>', 'your login for the audit log (default: that of the system)')
    .showHelpAfterError();
  const runCommand = run ?? createRunner(program);
  for (const [name, description, load] of groups) {
    const group = program.command(name).description(description);
    if (isWanted(name)) (await load()).addCommands(group, runCommand);
  }
  return program;
}
