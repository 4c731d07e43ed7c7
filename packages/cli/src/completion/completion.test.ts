import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { CommanderError } from 'commander';
import { useCommandLine } from '../../test/command-line';
import { createProgram } from '../program';
import type { CommandNode } from './command-tree';

const commandLine = useCommandLine();

/** What bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout } = await commandLine.run('completion', 'bash');
  const line = ['postrider-cli', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${stdout}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _postrider_cli; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

test('bash completes commands, options and choices', async () => {
  expect(await offered('lis')).toEqual(['listen']);
  expect(await offered('emails', 'w')).toEqual(['why']);
  expect(await offered('listen', '--forw')).toEqual(['--forward-to']);
  expect(await offered('--json', 'trigger', 'email.b')).toEqual(['email.bounced']);
});

test.each(['zsh', 'fish'])('%s gets a script that names every command', async (shell) => {
  const { exitCode, stdout } = await commandLine.run('completion', shell);
  expect(exitCode).toBe(0);
  for (const name of ['listen', 'templates', 'push', '--forward-to'.replace(/^--/, '')])
    expect(stdout).toContain(name);
});

test('commands --json has each command with its arguments and options', async () => {
  const tree = JSON.parse((await commandLine.run('commands', '--json')).stdout) as CommandNode;
  const listen = tree.commands.find(({ name }) => name === 'listen');
  expect(listen?.options.map(({ long }) => long)).toEqual(
    expect.arrayContaining(['--forward-to', '--events', '--since', '--replay']),
  );
  for (const { description } of tree.commands) expect(description).not.toBe('');
});

describe('documents', () => {
  const files = ['packages/cli/README.md', 'docs/guides/local-webhooks.md', 'README.md'];
  const lines = files.flatMap((file) =>
    [
      ...fs
        .readFileSync(path.join(projectRoot(), file), 'utf8')
        .replace(/^.*pnpm.*$/gm, '')
        .matchAll(/(?:^|[\s(`])(?:npx )?postrider-cli ([^\n`]*)/gm),
    ].map(([, words = '']) => words.replace(/\s#\s.*$|\)"?$/, '').trim()),
  );

  /** The real program; its commands do nothing. */
  async function refusalOf(line: string): Promise<string | null> {
    const program = createProgram(() => Promise.resolve());
    const quiet = (command: typeof program): void => {
      command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
      command.commands.forEach((each) => quiet(each));
    };
    quiet(program);
    const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      ([, double, single, plain]) => double ?? single ?? plain ?? '',
    );
    try {
      await program.parseAsync(words, { from: 'user' });
      return null;
    } catch (error) {
      if (error instanceof CommanderError && error.exitCode === 0) return null;
      return error instanceof Error ? error.message : String(error);
    }
  }

  test('name only command lines that the program takes', async () => {
    expect(lines.length).toBeGreaterThan(10);
    const refused: string[] = [];
    for (const line of lines) {
      const refusal = await refusalOf(line.replaceAll('<id>', '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b'));
      if (refusal !== null) refused.push(`${line}: ${refusal}`);
    }
    expect(refused).toEqual([]);
  });

  test('with a mistake are found', async () => {
    expect(await refusalOf('emails whi x')).toContain('unknown command');
    expect(await refusalOf('listen --forwardto 3000')).toContain('unknown option');
  });
});
