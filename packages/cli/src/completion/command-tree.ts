import type { Command } from 'commander';

/** A command as `commands --json` prints it. */
export interface CommandNode {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly variadic: boolean;
    readonly choices?: readonly string[];
  }[];
  readonly options: readonly {
    readonly flags: string;
    /** `--limit`. */
    readonly long: string;
    readonly description: string;
    readonly takes_value: boolean;
    readonly choices?: readonly string[];
  }[];
  readonly commands: readonly CommandNode[];
}

export function treeOf(command: Command): CommandNode {
  return {
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      ...{ name: argument.name(), required: argument.required, variadic: argument.variadic },
      ...(argument.argChoices && { choices: argument.argChoices }),
    })),
    options: command.options.map(({ flags, long, description, required, optional, argChoices }) => ({
      ...{ flags, long: long ?? flags, description, takes_value: required || optional },
      ...(argChoices && { choices: argChoices }),
    })),
    commands: command.commands.map(treeOf),
  };
}

/** Commands that do something, with the words that call them. */
export function leaves(
  node: CommandNode,
  path: readonly string[] = [],
): { readonly path: readonly string[]; readonly command: CommandNode }[] {
  return node.commands.flatMap((command) => {
    const own = [...path, command.name];
    return command.commands.length > 0 ? leaves(command, own) : [{ path: own, command }];
  });
}
