import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

export interface DocumentedCommand {
  readonly file: string;
  /** As it is documented, on one line. */
  readonly text: string;
  /** What follows `postrider`. */
  readonly words: readonly string[];
  /** Prose may name a command without what it needs: `sites resume`. */
  readonly isName: boolean;
}

const ways = [
  /\bmake postrider ARGS="([^"]+)"/,
  /(?:^|[\s(])(?:\S+\/)?packages\/operator\/dist\/main\.js((?: .*)?)/,
  // Neither `docker build -t postrider .`, nor the image of `docker run … postrider services/…`.
  /(?:^\$ |^|(?:exec|run|compose) .* )postrider (?!services\/|packages\/|\.)(.*)/,
];

/** Every command line of the operator in documents, runbooks, and notes of the chart. */
export function readDocumentedCommands(groups: readonly string[]): DocumentedCommand[] {
  return documents().flatMap((file) => {
    const text = fs
      .readFileSync(path.join(projectRoot(), file), 'utf8')
      .replace(/\\\n\s*/g, '')
      .replace(/\{\{.*?\}\}/g, '<value>');
    const isMarkdown = file.endsWith('.md');
    const blocks = isMarkdown
      ? [...text.matchAll(/^ *```\w*[^\n]*\n(.*?)^ *```/gms)].map(([, block]) => block)
      : [text];
    const prose = isMarkdown ? text.replace(/^ *```\w*[^\n]*\n.*?^ *```/gms, '').replaceAll('\\|', '|') : '';
    const lines = blocks
      .flatMap((block = '') => block.split('\n'))
      .map((line) => ({ line: line.trim(), isProse: false }));
    const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => ({
      line: span.replace(/\s+/g, ' ').trim(),
      isProse: true,
    }));
    return [...lines, ...spans].flatMap(({ line, isProse }) => read(file, line, isProse ? groups : []));
  });
}

function read(file: string, line: string, groupsInProse: readonly string[]): DocumentedCommand[] {
  const [group = ''] = line.split(' ');
  const withoutComment = line.replace(/\s#\s.*$/, '');
  const given = ways.map((way) => way.exec(withoutComment)?.[1]).find((rest) => rest !== undefined);
  const rest = given ?? (groupsInProse.includes(group) && /^[\w-]+ [a-z]/.test(line) ? line : undefined);
  if (rest === undefined) return [];
  const words = splitWords(rest);
  // `organizations list, show, create`: names of commands of one group.
  if (words.some((word) => word.endsWith(','))) {
    const names = words.slice(1).map((word) => word.replace(/,$/, ''));
    return names
      .filter((name) => name !== '…')
      .map((name) => ({ file, text: `${group} ${name}`, words: [group, name], isName: true }));
  }
  const isName = groupsInProse.length > 0 && words.length <= 2;
  return [{ file, text: line, words, isName }];
}

/** As a shell does, up to the end of the command. */
function splitWords(text: string): string[] {
  const words = [...text.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
  const end = words.findIndex((word) => ['|', '||', '&&', ';', '>'].includes(word));
  return end === -1 ? words : words.slice(0, end);
}

// A changelog names commands by what was new in them.
const notRead = ['.git', '.local', 'node_modules', 'dist', 'generated', 'CHANGELOG.md'];
// Its commands are of another program.
const ofOthers = 'packages/cli';

function documents(folder = '.'): string[] {
  return fs
    .readdirSync(path.join(projectRoot(), folder), { withFileTypes: true })
    .filter(({ name }) => !notRead.includes(name) && path.join(folder, name) !== ofOthers)
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return documents(file);
      return /\.md$|^NOTES\.txt$|^alerts\.yaml$/.test(entry.name) ? [file] : [];
    });
}
