import { Argument, type Command } from 'commander';
import { table } from '../command-line/output';
import type { Run, Session } from '../session/session';
import { completionScript, type Shell } from './completion-script';
import { leaves, treeOf } from './command-tree';

export function addCompletionCommands(program: Command, run: Run): void {
  program
    .command('commands')
    .description('list all commands; with --json, with their arguments and options')
    .action(() => run((session) => listCommands(session, program)));
  program
    .command('completion')
    .description('print a completion script: eval "$(postrider-cli completion bash)"')
    .addArgument(new Argument('<shell>', 'shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: Shell) =>
      run(({ output }) => {
        const script = completionScript(shell, treeOf(program));
        output.answer({ shell, script }, script);
        return Promise.resolve();
      }),
    );
}

function listCommands({ output }: Session, program: Command): Promise<void> {
  const tree = treeOf(program);
  const rows = leaves(tree).map(({ path, command }) => [path.join(' '), command.description]);
  output.answer(tree, table(['command', 'what it does'], rows));
  return Promise.resolve();
}
