import { CommanderError, type Command } from 'commander';
import { readDocumentedCommands, type DocumentedCommand } from '../test/documented-commands';
import { createProgram } from './program';

/** `<id>`, `…`, `--since …`, `AKIA…`: what a reader replaces. */
const isPlaceholder = (word: string): boolean => word.includes('…') || /^<.+>$/.test(word);
/** A line with `…` leaves something out. */
const leftOut = [
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.excessArguments',
];

/** The real program, which throws instead of ending the process, and whose commands do nothing. */
async function createParser(): Promise<Command> {
  const program = await createProgram({ isWanted: () => true, run: () => Promise.resolve() });
  const prepare = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    for (const value of [...command.options, ...command.registeredArguments]) {
      const parse = value.parseArg;
      if (parse === undefined) continue;
      value.parseArg = <T>(text: string, previous: T): T =>
        isPlaceholder(text) ? (text as T) : parse(text, previous);
    }
    command.commands.forEach(prepare);
  };
  prepare(program);
  return program;
}

/** Why the program does not take it; null: it does. */
async function refusalOf({ words, isName }: DocumentedCommand): Promise<string | null> {
  const program = await createParser();
  if (isName) return findCommand(program, words) ? null : 'there is no such command';
  try {
    await program.parseAsync(words, { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isComplete = !words.some((word) => word.includes('…'));
    return !isComplete && leftOut.includes(error.code) ? null : error.message;
  }
}

function findCommand(program: Command, words: readonly string[]): Command | undefined {
  return words.reduce<Command | undefined>(
    (command, word) => command?.commands.find((each) => each.name() === word),
    program,
  );
}

it('takes every command line of documents and runbooks as it is written', async () => {
  const groups = (await createParser()).commands.map((command) => command.name());
  const documented = readDocumentedCommands(groups);
  expect(documented.length).toBeGreaterThan(80);
  const refused: string[] = [];
  for (const command of documented) {
    const refusal = await refusalOf(command);
    if (refusal !== null) refused.push(`${command.file}: ${command.text}: ${refusal}`);
  }
  expect(refused).toEqual([]);
});

it.each([
  ['messages shw <id>', 'unknown command'],
  ['messages show', 'missing required argument'],
  ['messages show <id> --force', 'unknown option'],
  ['sites suspend google --for soon --reason x', 'invalid'],
  ['unconfirmed list --since <time>', "'--until <time>' not specified"],
])('a documented command that does not exist is found: %s', async (text, refusal) => {
  const command = { file: '', text, words: text.split(' '), isName: false };
  expect(await refusalOf(command)).toContain(refusal);
});
