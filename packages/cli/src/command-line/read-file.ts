import fs from 'node:fs';
import { CommandFailure } from './failures';

/** Text of a file; `-`: standard input. @throws CommandFailure */
export async function readFile(file: string): Promise<string> {
  if (file === '-') return readStdin();
  try {
    return await fs.promises.readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(
      'usage',
      `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
    );
  }
}

const stdinCharactersMax = 25_000_000;

/** All of standard input. */
export async function readStdin(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > stdinCharactersMax) throw new CommandFailure('usage', 'Standard input is too long.');
  }
  return text;
}
