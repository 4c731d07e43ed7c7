import fs from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { explainFailure, exitCodes } from './command-line/failures';
import { createOutput, type OutputStreams } from './command-line/output';
import { createSession, type Run } from './session/session';
import { readSettings, type Settings } from './config';
import { addCompletionCommands } from './completion/completion.commands';
import { addDoctorCommand } from './doctor/doctor.commands';
import { addDomainCommands } from './domains/domains.commands';
import { addCheckCommand } from './emails/check.commands';
import { addEmailCommands } from './emails/emails.commands';
import { addSendCommand } from './emails/send.commands';
import { addTriggerCommand } from './emails/trigger.commands';
import { addInboxCommands } from './inbox/inbox.commands';
import { addKeyCommands } from './keys/keys.commands';
import { addListenCommand } from './listen/listen.commands';
import { addLoginCommands } from './login/login.commands';
import { addMcpCommand } from './mcp/mcp.commands';
import { openProfileStore } from './profiles/profile-store';
import { addTemplateCommands } from './templates/templates.commands';

export interface Surroundings extends OutputStreams {
  readonly settings: Settings;
  /** Aborts when the user ends the program. */
  readonly stopping: AbortSignal;
}

/** @returns the exit code */
export async function runCommandLine(
  words: readonly string[],
  surroundings: Surroundings = ofProcess(),
): Promise<number> {
  const isJson = words.includes('--json');
  let exitCode: number = exitCodes.ok;
  const program = createProgram(async (work) => {
    exitCode = await perform(work, program, surroundings);
  });
  prepare(program, isJson, surroundings);
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
  return exitCode;
}

/** All commands. Nothing runs before it is parsed. */
export function createProgram(run: Run): Command {
  const program = new Command('postrider-cli')
    .description(
      'Send email with Postrider, find out what happened to it, and receive webhooks on your laptop',
    )
    .version(ownVersion(), '--version')
    .option('--json', 'print JSON; errors as JSON on standard error', false)
    .option('--profile <name>', 'use this profile (default: the one of the last login)')
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError('(--help shows what there is)');
  addLoginCommands(program, run);
  addSendCommand(program, run);
  addEmailCommands(program, run);
  addInboxCommands(program, run);
  addListenCommand(program, run);
  addTriggerCommand(program, run);
  addCheckCommand(program, run);
  addTemplateCommands(program, run);
  addDomainCommands(program, run);
  addKeyCommands(program, run);
  addDoctorCommand(program, run);
  addMcpCommand(program, run);
  addCompletionCommands(program, run);
  return program;
}

async function perform(
  work: Parameters<Run>[0],
  program: Command,
  { settings, stopping, ...streams }: Surroundings,
): Promise<number> {
  const { json, profile } = program.opts<{ json: boolean; profile?: string }>();
  const output = createOutput(json, streams);
  try {
    const profiles = openProfileStore(settings.folder);
    const chosen = { ...settings, profile: profile ?? settings.profile };
    return (await work(createSession({ output, profiles, settings: chosen, stopping }))) ?? exitCodes.ok;
  } catch (error) {
    const failure = explainFailure(error);
    output.failure(failure);
    return failure.exitCode;
  }
}

/** Of a command line that cannot be understood, the error is printed like any other, and no process ends in the middle. */
function prepare(program: Command, isJson: boolean, { stdout, stderr }: Surroundings): void {
  const output = createOutput(isJson, { stdout, stderr });
  const each = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: (text) => void stdout.write(text),
      // With --json, the help after an error is no JSON.
      writeErr: (text) => void (isJson || stderr.write(text)),
      outputError: (text, write) => {
        const message = text.replace(/^error: /, '').trim();
        if (isJson) output.failure({ exitCode: exitCodes.usage, code: 'usage', message });
        else write(text);
      },
    });
    command.commands.forEach(each);
  };
  each(program);
}

/** What ends by itself is stored within this time. */
const stopMs = 2_000;

function ofProcess(): Surroundings {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop.abort();
      // A request that is under way may take longer than a person waits.
      setTimeout(() => process.exit(exitCodes.findings), stopMs).unref();
    });
  }
  // A reader such as `head` that has enough is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    throw error;
  });
  return { settings: readSettings(), stdout: process.stdout, stderr: process.stderr, stopping: stop.signal };
}

function ownVersion(): string {
  const file = path.join(__dirname, '..', 'package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
