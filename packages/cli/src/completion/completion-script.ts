import type { CommandNode } from './command-tree';

export type Shell = 'bash' | 'zsh' | 'fish';

/** Words that may follow: by the commands that were typed. */
interface Place {
  readonly path: string;
  readonly words: readonly string[];
}

/** A script that needs no call of the program while one types. */
export function completionScript(shell: Shell, program: CommandNode): string {
  const places = placesOf(program, []);
  if (shell === 'fish') return fishScript(program.name, program);
  return shell === 'zsh' ? zshScript(program.name, places) : bashScript(program.name, places);
}

function placesOf(node: CommandNode, path: readonly string[]): Place[] {
  const commands = node.commands.map(({ name }) => name);
  const choices = node.arguments.flatMap((argument) => argument.choices ?? []);
  const options = [...node.options.map(({ long }) => long), '--help'];
  const own = { path: path.join(' '), words: [...commands, ...choices, ...options] };
  return [own, ...node.commands.flatMap((command) => placesOf(command, [...path, command.name]))];
}

function cases(places: readonly Place[]): string {
  return places.map(({ path, words }) => `    '${path}') offered='${words.join(' ')}' ;;`).join('\n');
}

function functionName(name: string): string {
  return `_${name.replaceAll('-', '_')}`;
}

/** The commands among the words before the cursor, as long as they lead somewhere. */
function bashScript(name: string, places: readonly Place[]): string {
  const complete = functionName(name);
  return `${complete}() {
  local offered='' typed='' word candidate
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    candidate="\${typed:+$typed }$word"
    case "$candidate" in
      ${places.map(({ path }) => `'${path}'`).join('|')}) typed="$candidate" ;;
    esac
  done
  case "$typed" in
${cases(places)}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F ${complete} ${name}`;
}

function zshScript(name: string, places: readonly Place[]): string {
  return `autoload -U +X bashcompinit && bashcompinit
${bashScript(name, places)}`;
}

function fishScript(name: string, program: CommandNode): string {
  const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = [`complete -c ${name} -f`];
  const addOptions = (node: CommandNode, condition: string): void => {
    for (const { long, description, takes_value: takesValue, choices } of node.options) {
      const values = choices ? ` -xa ${quote(choices.join(' '))}` : takesValue ? ' -rF' : '';
      lines.push(
        `complete -c ${name}${condition} -l ${long.replace(/^--/, '')} -d ${quote(description)}${values}`,
      );
    }
  };
  addOptions(program, '');
  for (const command of program.commands) {
    lines.push(
      `complete -c ${name} -n __fish_use_subcommand -a ${command.name} -d ${quote(command.description)}`,
    );
    const seen = `__fish_seen_subcommand_from ${command.name}`;
    addOptions(command, ` -n ${quote(seen)}`);
    const choices = command.arguments.flatMap((argument) => argument.choices ?? []);
    if (choices.length > 0)
      lines.push(`complete -c ${name} -n ${quote(seen)} -a ${quote(choices.join(' '))}`);
    const names = command.commands.map((each) => each.name).join(' ');
    for (const each of command.commands) {
      const isOpen = `${seen}; and not __fish_seen_subcommand_from ${names}`;
      lines.push(`complete -c ${name} -n ${quote(isOpen)} -a ${each.name} -d ${quote(each.description)}`);
      addOptions(each, ` -n ${quote(`${seen}; and __fish_seen_subcommand_from ${each.name}`)}`);
    }
  }
  return lines.join('\n');
}
