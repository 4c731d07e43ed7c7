import ts from 'typescript';

export interface TableWrite {
  readonly table: string;
  readonly line: number;
  /** The words that write, for the message of a failing test. */
  readonly found: string;
}

const verbs = /\b(insert|update|delete|merge|truncate|create|upsert)/i;
const prismaWrites = /^(create|update|upsert|delete)(Many)?(AndReturn)?$/;
const sqlWrites =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

/**
 * Finds what a source file writes: SQL in its string and template literals, and writing calls on Prisma models.
 * Comments do not count. Words after UPDATE that are no table (`FOR UPDATE SKIP LOCKED`, `DO UPDATE SET`) are
 * found too; the caller knows the tables and drops them.
 *
 * @param tableOfModel Prisma's property (`dkimKey`) → table
 */
export function findWrites(source: string, tableOfModel: ReadonlyMap<string, string>): TableWrite[] {
  // Most files write nothing: reading them as text takes a tenth of parsing them.
  if (!verbs.test(source)) return [];
  const file = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true);
  const writes: TableWrite[] = [];
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || isTemplatePart(node)) {
      for (const [, verb = '', table = ''] of node.text.matchAll(sqlWrites)) {
        writes.push({ table: table.toLowerCase(), line: lineOf(node), found: `${verb} ${table}` });
      }
    }
    const call = prismaCall(node);
    const table = call && tableOfModel.get(call.model);
    if (call && table !== undefined)
      writes.push({ table, line: lineOf(node), found: `${call.model}.${call.method}()` });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return writes;
}

function isTemplatePart(node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}

function prismaCall(node: ts.Node): { model: string; method: string } | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression: owner } = node.expression;
  if (!prismaWrites.test(name.text) || !ts.isPropertyAccessExpression(owner)) return undefined;
  return { model: owner.name.text, method: name.text };
}
