import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { gatewayUrl, useSettings } from '../config';
import { durationArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { askAnswers } from './answers/ask-answers';
import { readAnswers, readStoredAnswers, type Answers } from './answers/answers';
import { bringUp } from './first-mail/bring-up';
import { publicAddresses } from './machine/addresses';
import { checkMachine, type Place } from './machine/check-machine';
import { composeSteps } from './compose-way';
import { checkServices, waitForGateway } from './services/readiness';
import { writeSetupFile, type SetupFile } from './settings/write-file';
import type { Finding, Report, Step } from './step';
import { obtainCertificate, settingsFolder, systemdWay } from './systemd-way';

const marks = { ok: '✔', warning: '!', failed: '✘' } as const;

interface SetupOptions {
  readonly answers?: string;
  readonly wait: number;
  readonly force: boolean;
  readonly dryRun: boolean;
  /** Folder of compose.yaml; absent: services of systemd. */
  readonly compose?: string;
  readonly image?: string;
  readonly started: boolean;
}

export function addCommands(group: Command, run: RunCommand): void {
  group
    .description(
      'set up a platform on this machine: settings, engines, services, DNS, the first domain and the first email. Run again, it changes what differs from the answers',
    )
    .option('--answers <file>', 'JSON file with the answers instead of questions')
    .option('--wait <duration>', 'how long to wait for DNS', durationArgument, durationArgument('30m'))
    .option('--force', 'continue although a check of the machine failed', false)
    .option(
      '--compose <folder>',
      'write .env and secrets/ of deploy/compose there, instead of services of systemd',
    )
    .option('--image <name>', 'with --compose: the image of the services')
    .option('--started', 'with --compose: the services run, go on to DNS and the first email', false)
    .option('--dry-run', 'check the machine and print what would change', false)
    .action((options: SetupOptions) =>
      run(
        (session) => setUp(session, options),
        (answer) => answer['is_complete'] !== true,
      ),
    );
}

async function setUp(session: Session, options: SetupOptions): Promise<Row> {
  const { compose, started, force, wait: waitMs } = options;
  const report = createReport();
  const folder = compose ?? settingsFolder;
  const stored = path.join(folder, 'setup.json');
  const answers = await answersOf(options, stored);
  const addresses = publicAddresses(answers.addresses);
  if (started) {
    // A container has none of the machine's addresses: Docker chooses.
    const outgoing = { addresses, bindsThem: false };
    return bringUp(session, {
      ...{ answers, outgoing, report, waitMs },
      url: gatewayUrl('http://api-gateway:4000'),
    });
  }
  const owner = ownerOf(compose);
  const place = { addresses, folder: compose ?? '/var', isSetUp: existsSync(stored) };
  await requireMachine(answers, place, { report, force: force || options.dryRun });
  const { steps, settings } =
    compose === undefined
      ? await systemdWay(answers, addresses)
      : { steps: await composeSteps(compose, answers, { image: options.image, owner }), settings: null };
  if (options.dryRun) return { changes: await dryRun(steps), is_complete: true };
  // The second half runs in a container, which does not see them.
  const seen = compose === undefined ? {} : { addresses: addresses.map(({ address }) => address) };
  await writeSetupFile({
    ...{ path: stored, mode: 0o600 },
    owner,
    text: `${JSON.stringify({ ...answers, ...seen }, null, 2)}\n`,
  });
  for (const step of steps) await take(step, report);
  if (settings === null) return { written: compose, is_complete: true };
  useSettings(settings);
  await waitForGateway();
  const answer = await bringUp(session, {
    ...{ answers, report, waitMs, url: gatewayUrl('http://127.0.0.1:4000') },
    outgoing: { addresses, bindsThem: true },
    onDnsReady: () => obtainCertificate(answers),
  });
  report.title('Services');
  const findings = await checkServices();
  findings.forEach((finding) => report.finding(finding));
  const areReady = findings.every(({ state }) => state === 'ok');
  return { ...answer, is_complete: answer.is_complete && areReady };
}

/** Of what is secret: root's, or of the user that services have in the image. */
function ownerOf(compose: string | undefined): SetupFile['owner'] {
  if (process.getuid?.() !== 0) return null;
  return compose === undefined ? { uid: 0, gid: 0 } : { uid: 1_000, gid: 1_000 };
}

async function answersOf({ answers, compose, started }: SetupOptions, stored: string): Promise<Answers> {
  if (started) return readAnswers(stored);
  if (process.getuid?.() !== 0 && compose === undefined) {
    throw new CommandRefused('Run it as root: sudo postrider setup');
  }
  if (answers !== undefined) return readAnswers(answers);
  if (!process.stdin.isTTY) throw new CommandRefused('There is no terminal: name a file with --answers.');
  return askAnswers((await readStoredAnswers(stored)) ?? {});
}

async function requireMachine(
  answers: Answers,
  place: Place,
  { report, force }: { readonly report: Report; readonly force: boolean },
): Promise<void> {
  report.title('This machine');
  const findings = await checkMachine(answers, place);
  findings.forEach((finding) => report.finding(finding));
  const failed = findings.filter(({ state }) => state === 'failed');
  if (failed.length === 0 || force) return;
  throw new CommandRefused(
    `${failed.map(({ check }) => check).join(', ')}: failed. Nothing was changed. --force continues nevertheless.`,
  );
}

async function dryRun(steps: readonly Step[]): Promise<string[]> {
  const changes: string[] = [];
  for (const step of steps) {
    for (const change of await step.changes()) changes.push(`${step.title}: ${change}`);
  }
  return changes;
}

async function take(step: Step, report: Report): Promise<void> {
  report.title(step.title);
  const changes = await step.changes();
  if (changes.length === 0) return report.line('nothing to change');
  changes.forEach((change) => report.line(change));
  for (const line of (await step.apply()) ?? []) report.line(line);
}

/** On standard error: standard output has the answer alone. */
function createReport(): Report {
  const write = (text: string): void => void process.stderr.write(`${text}\n`);
  return {
    title: (text) => write(`\n${text}`),
    line: (text) => write(`  ${text.replaceAll('\n', '\n  ')}`),
    finding: ({ check, state, detail, advice }: Finding) => {
      write(`  ${marks[state]} ${check}: ${detail}`);
      if (advice !== undefined && state !== 'ok') write(`    ${advice}`);
    },
  };
}
