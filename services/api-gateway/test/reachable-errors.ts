import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The framework of every route: what it raises, each endpoint documents by its shape. */
const framework = /[/]api-gateway[/]src[/]http[/]|[/]contracts[/]src[/]errors[/]error-catalogue[.]ts$/;

/** A top-level declaration, or a member of an interface or of the object that a function returns. */
interface Declaration {
  readonly file: SourceFile;
  /** Identifiers and member names that its text uses. */
  readonly words: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
  /** Of a function that returns a named type: `createKeysRepository(): KeysRepository`. */
  readonly makes: string | null;
  /** Of a member: reached only when what is reached uses its name. */
  readonly member: { readonly of: string; readonly name: string } | null;
}

interface SourceFile {
  readonly path: string;
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Local name → where it comes from. */
  readonly imports: ReadonlyMap<string, Import>;
}

interface Import {
  readonly from: string;
  readonly name: string;
}

/**
 * Texts in everything that a file's declarations can reach: functions that they call or are given by type, here and in
 * the packages, but of an object only the members that are used. What routes list as their errors does not count.
 */
export function createReachableTexts(root: string): (file: string) => ReadonlySet<string> {
  const files = new Map<string, SourceFile>();
  const open = (file: string): SourceFile => {
    const known = files.get(file) ?? readSource(file, root);
    files.set(file, known);
    return known;
  };
  return (file) => reach(open(file), open);
}

function reach(start: SourceFile, open: (file: string) => SourceFile): Set<string> {
  const reached = new Set<Declaration>();
  const words = new Set<string>();
  const waiting = [...start.declarations.values()];
  const members = new Set<Declaration>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    if (!isUsed(next, words)) {
      members.add(next);
      continue;
    }
    reached.add(next);
    for (const word of next.words) {
      words.add(word);
      waiting.push(...named(next.file, word, open));
    }
    for (const member of members) {
      if (!isUsed(member, words)) continue;
      members.delete(member);
      waiting.push(member);
    }
  }
  return new Set([...reached].flatMap(({ texts }) => [...texts]));
}

function isUsed({ member }: Declaration, words: ReadonlySet<string>): boolean {
  return member === null || words.has(member.name);
}

/** The declaration of a name as a file sees it with its members, and whatever in its file makes a value of that type. */
function named(file: SourceFile, name: string, open: (file: string) => SourceFile): Declaration[] {
  const own = file.declarations.get(name);
  if (own !== undefined) {
    return [...file.declarations.values()].filter(
      (each) => each === own || each.makes === name || each.member?.of === name,
    );
  }
  const imported = file.imports.get(name);
  if (imported === undefined || framework.test(imported.from)) return [];
  return named(open(imported.from), imported.name, open);
}

function readSource(file: string, root: string): SourceFile {
  const tree = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, Import>();
  const source: SourceFile = { path: file, declarations, imports };
  for (const statement of tree.statements) {
    for (const [name, from] of importsOf(statement, { file, root })) imports.set(name, from);
    for (const [name, declaration] of declarationsOf(statement, source)) declarations.set(name, declaration);
  }
  return source;
}

function importsOf(
  statement: ts.Statement,
  { file, root }: { readonly file: string; readonly root: string },
): [string, Import][] {
  const isImport = ts.isImportDeclaration(statement);
  if (!isImport && !ts.isExportDeclaration(statement)) return [];
  const { moduleSpecifier } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  const from = resolve(moduleSpecifier.text, { file, root });
  if (from !== null && !isImport && statement.exportClause === undefined) {
    return [...readSource(from, root).declarations.keys()].map((name) => [name, { from, name }]);
  }
  const names = isImport ? statement.importClause?.namedBindings : statement.exportClause;
  if (from === null || names === undefined) return [];
  if (!ts.isNamedImports(names) && !ts.isNamedExports(names)) return [];
  return names.elements.map((each) => [
    each.name.text,
    { from, name: (each.propertyName ?? each.name).text },
  ]);
}

/** Null: not ours. */
function resolve(
  specifier: string,
  { file, root }: { readonly file: string; readonly root: string },
): string | null {
  const [, ours, entry = ''] = /^@postrider\/([\w-]+)(?:\/([\w-]+))?$/.exec(specifier) ?? [];
  if (ours !== undefined) return path.join(root, 'packages', ours, 'src', entry, 'index.ts');
  if (!specifier.startsWith('.')) return null;
  const target = `${path.join(path.dirname(file), specifier)}.ts`;
  return fs.existsSync(target) ? target : null;
}

function declarationsOf(statement: ts.Statement, file: SourceFile): [string, Declaration][] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((each) => [
      each.name.getText(),
      describe(each, { file, makes: null, member: null }),
    ]);
  }
  if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
    const name = statement.name.text;
    const type = statement.type;
    const makes = type !== undefined && ts.isTypeReferenceNode(type) ? type.typeName.getText() : null;
    return withMembers(name, statement, { file, makes, members: returnedMembers(statement) });
  }
  if (ts.isInterfaceDeclaration(statement)) {
    return withMembers(statement.name.text, statement, { file, makes: null, members: statement.members });
  }
  const isNamed = ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement);
  if (!isNamed || statement.name === undefined) return [];
  return [[statement.name.text, describe(statement, { file, makes: null, member: null })]];
}

function withMembers(
  of: string,
  statement: ts.Statement,
  declared: Pick<Declaration, 'file' | 'makes'> & { readonly members: readonly ts.NamedDeclaration[] },
): [string, Declaration][] {
  const { file, makes, members } = declared;
  const whole = describe(statement, { file, makes, member: null, without: members });
  const described = members.map((each): [string, Declaration] => {
    const name = each.name?.getText() ?? '';
    return [`${of}.${name}`, describe(each, { file, makes, member: { of, name } })];
  });
  return [[of, whole], ...described];
}

/** Functions of the object that a function ends with, unless it is a route. */
function returnedMembers({ body }: ts.FunctionDeclaration): ts.ObjectLiteralElementLike[] {
  const last = body?.statements.at(-1);
  if (last === undefined || !ts.isReturnStatement(last)) return [];
  const value = last.expression;
  return value !== undefined && ts.isObjectLiteralExpression(value) ? [...value.properties] : [];
}

function describe(
  node: ts.Node,
  declared: Pick<Declaration, 'file' | 'makes' | 'member'> & { readonly without?: readonly ts.Node[] },
): Declaration {
  const { without = [], ...rest } = declared;
  const words = new Set<string>();
  const texts = new Set<string>();
  const look = (each: ts.Node): void => {
    if (without.includes(each)) return;
    if (isErrorList(each)) return;
    if (ts.isIdentifier(each)) words.add(each.text);
    if (ts.isStringLiteralLike(each)) texts.add(each.text);
    ts.forEachChild(each, look);
  };
  look(node);
  return { ...rest, words, texts };
}

/** `errors: […]`, and a `const sendErrors = […]` that such a list is made of. */
function isErrorList(node: ts.Node): boolean {
  const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
  return isNamed && /^errors$|Errors$/.test(node.name.getText());
}
