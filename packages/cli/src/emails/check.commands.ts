import path from 'node:path';
import type { Command } from 'commander';
import type { CheckEmail, EmailCheckFinding } from 'postrider';
import { CommandFailure, exitCodes } from '../command-line/failures';
import { readFile } from '../command-line/read-file';
import type { Run, Session } from '../session/session';
import { defaultSender } from './default-sender';

interface CheckOptions {
  readonly from?: string;
  readonly subject?: string;
  readonly links?: true;
}

export function addCheckCommand(program: Command, run: Run): void {
  program
    .command('check <file>')
    .description('check an email before it is sent: clipping, mail clients, links, unsubscribe, variables')
    .option('--from <address>', 'sender (default: that of the newest email)')
    .option('--subject <text>', 'subject of an HTML or text file', 'Check')
    .option('--links', 'request the links, and report those that fail')
    .addHelpText(
      'after',
      '\nThe file is HTML, text (.txt), a message (.eml), or JSON as POST /emails takes it. With errors the exit code is 1.',
    )
    .action((file: string, options: CheckOptions) => run((session) => check(session, file, options)));
}

async function check(session: Session, file: string, options: CheckOptions): Promise<number> {
  const client = await session.client();
  const text = await readFile(file);
  const content = contentOf(file, text);
  const from = options.from ?? content['from'] ?? (await defaultSender(client));
  const email = {
    ...{ to: 'check@example.com', subject: options.subject, ...content, from },
    ...(options.links && { links: true }),
  } as unknown as CheckEmail;
  const { findings, size_bytes: size } = await client.emails.check(email);
  session.output.answer({ file, size_bytes: size, findings }, findingsText(file, findings));
  return findings.some(({ severity }) => severity === 'error') ? exitCodes.findings : exitCodes.ok;
}

function contentOf(file: string, text: string): Readonly<Record<string, unknown>> {
  switch (path.extname(file).toLowerCase()) {
    case '.json':
      try {
        return JSON.parse(text) as Record<string, unknown>;
      } catch {
        throw new CommandFailure('usage', `${file} is not JSON.`);
      }
    case '.eml':
      return { mime: text, subject: undefined };
    case '.txt':
      return { text };
    default:
      return { html: text };
  }
}

/** As compilers print theirs: file, line, severity. */
export function findingsText(file: string, findings: readonly EmailCheckFinding[]): string {
  if (findings.length === 0) return `${file}: nothing found`;
  return findings
    .map(
      ({ severity, code, message, line }) =>
        `${file}${line === undefined ? '' : `:${line}`}: ${severity}: ${message} (${code})`,
    )
    .join('\n');
}
