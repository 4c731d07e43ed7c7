import type { Command } from 'commander';
import { CommandFailure, exitCodes } from '../command-line/failures';
import type { Access } from '../profiles/resolve-access';
import type { Run, Session } from '../session/session';
import { checkApi, checkDns, checkDomains, checkFiles, checkNode, checkTls, type Diagnosis } from './checks';

export function addDoctorCommand(program: Command, run: Run): void {
  program
    .command('doctor')
    .description('check key, clock, TLS, DNS and reachability, and say how to mend what is wrong')
    .action(() => run(examine));
}

async function examine(session: Session): Promise<number> {
  const found: Diagnosis[] = [checkNode(), checkFiles(session.profiles.folder)];
  const access = await session.access().catch((error: unknown) => {
    if (error instanceof CommandFailure) return error;
    throw error;
  });
  if (access instanceof CommandFailure) {
    found.push({ check: 'key', result: 'failed', detail: access.message, cure: 'Run: postrider-cli login' });
  } else {
    found.push(...(await examineApi(session, access)));
  }
  session.output.answer(found, found.map(diagnosisText).join('\n'));
  return found.some(({ result }) => result === 'failed') ? exitCodes.findings : exitCodes.ok;
}

async function examineApi(session: Session, { baseUrl }: Access): Promise<Diagnosis[]> {
  const url = new URL(baseUrl);
  const name = await checkDns(url);
  if (name.result === 'failed') return [name];
  const connection = await checkTls(url);
  const client = await session.client();
  const answers = await checkApi(client);
  const domains = answers.every(({ result }) => result !== 'failed') ? await checkDomains(client) : null;
  return [name, connection, ...answers, ...(domains === null ? [] : [domains])];
}

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const;

function diagnosisText({ check, result, detail, cure }: Diagnosis): string {
  return `${marks[result]}  ${check.padEnd(7)}  ${detail}${cure === null ? '' : `\n${' '.repeat(18)}${cure}`}`;
}
