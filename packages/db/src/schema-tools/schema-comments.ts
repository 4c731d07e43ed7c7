import type { SchemaFile } from './schema-engine';

/** What the `///` comments of a model declare, for the tests that hold the project to it. */
export interface DeclaredModel {
  readonly model: string;
  readonly table: string;
  /** The text of each `writers:` line; there must be exactly one. */
  readonly writerLines: readonly string[];
  /** Column of the `partitioned:` line. */
  readonly partitionedBy: string | undefined;
  /** Columns whose comment lists their values, as in `live | test`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export function declaredModels(schema: readonly SchemaFile[]): DeclaredModel[] {
  const text = schema.map(({ content }) => content).join('\n');
  return [...text.matchAll(/((?:^\/\/\/.*\n)*)^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(
    ([, comment = '', model = '', body = '']) => ({
      model,
      table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
      writerLines: [...comment.matchAll(/^\/\/\/ writers: (.+)$/gm)].map(([, line = '']) => line),
      partitionedBy: /^\/\/\/ partitioned: (\w+)$/m.exec(comment)?.[1],
      values: listedValues(body),
    }),
  );
}

/** Names of the services and packages in a `writers:` line: `submission (inserts, cancels); send-worker (…)`. */
export function writersOf(writerLine: string): string[] {
  return writerLine.split(';').map((part) => /^[\w-]+/.exec(part.trim())?.[0] ?? '');
}

function listedValues(body: string): Map<string, string[]> {
  const field = /^ *\/\/\/ ([\w/]+(?: \| [\w/]+)+)$\n^ *(\w+).*$/gm;
  return new Map(
    [...body.matchAll(field)].map(([line, list = '', name = '']) => [
      /@map\("(\w+)"\)/.exec(line)?.[1] ?? name,
      list.split(' | '),
    ]),
  );
}
