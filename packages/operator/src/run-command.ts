import { userInfo } from 'node:os';
import { databaseRefusal } from '@postrider/db';
import { engineMissing, configExitCode, isEngineUnavailable, SettingsError } from '@postrider/runtime';
import type { Command } from 'commander';
import { openSession, type Session } from './session';
import { CommandRefused } from './command-refused';
import { renderAnswer, type Answer } from './output/render-answer';

/**
 * Runs a command with a session of its own, prints its answer, and closes what it has opened. Never rejects. A check command says
 * which rows are findings: with one of them the exit code is 1.
 */
export type RunCommand = <A extends Answer>(
  work: (session: Session) => Promise<A>,
  hasFindings?: (answer: A) => boolean,
) => Promise<void>;

export function createRunner(program: Command): RunCommand {
  return async (work, hasFindings) => {
    const { json, operator } = program.opts<{ json: boolean; operator?: string }>();
    const session = openSession({ operator: operator ?? systemLogin(), showsProgress: !json });
    try {
      const answer = await work(session);
      process.stdout.write(`${json ? JSON.stringify(answer, null, 2) : renderAnswer(answer)}\n`);
      if (hasFindings?.(answer) === true) process.exitCode = 1;
    } catch (error) {
      const { message, exitCode } = explain(error, session);
      process.exitCode = exitCode;
      process.stderr.write(`${json ? JSON.stringify({ error: { message } }) : message}\n`);
    } finally {
      await session.close();
    }
  };
}

/** A container may run as a user id that has no name. */
function systemLogin(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** One sentence with what to do; a stack only for an unexpected error. */
function explain(error: unknown, session: Session): { readonly message: string; readonly exitCode: number } {
  if (error instanceof CommandRefused) return { message: error.message, exitCode: 1 };
  const database = session.openedDatabase();
  const refusal = error instanceof SettingsError || !database ? error : databaseRefusal(error, database.url);
  if (refusal instanceof SettingsError) return { message: refusal.message, exitCode: configExitCode };
  if (database && isEngineUnavailable(error)) {
    return { message: engineMissing(database, error), exitCode: 1 };
  }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}
