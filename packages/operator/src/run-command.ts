import { userInfo } from 'node:os';
import { isDatabaseUnavailable } from '@postrider/db';
import { TimeoutError } from '@postrider/runtime';
import type { Command } from 'commander';
import { openSession, type Session } from './session';
import { CommandRefused } from './command-refused';
import { renderAnswer, type Answer } from './output/render-answer';

/** Runs a command with a session of its own, prints its answer, and closes what it has opened. Never rejects. */
export type RunCommand = (work: (session: Session) => Promise<Answer>) => Promise<void>;

export function createRunner(program: Command): RunCommand {
  return async (work) => {
    const { json, operator } = program.opts<{ json: boolean; operator?: string }>();
    const session = openSession({ operator: operator ?? userInfo().username, showsProgress: !json });
    try {
      const answer = await work(session);
      process.stdout.write(`${json ? JSON.stringify(answer, null, 2) : renderAnswer(answer)}\n`);
    } catch (error) {
      process.exitCode = 1;
      const message = explain(error);
      process.stderr.write(`${json ? JSON.stringify({ error: { message } }) : message}\n`);
    } finally {
      await session.close();
    }
  };
}

/** A sentence that tells what to do; the stack only of what nobody foresaw. */
function explain(error: unknown): string {
  if (error instanceof CommandRefused) return error.message;
  if (isDatabaseUnavailable(error))
    return 'PostgreSQL does not answer: is DATABASE_URL right, and does it run?';
  if (error instanceof TimeoutError) return 'RabbitMQ does not answer: is AMQP_URL right, and does it run?';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
