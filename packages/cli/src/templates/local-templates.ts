import fs from 'node:fs';
import path from 'node:path';
import type { TemplateVariable } from 'postrider';
import { CommandFailure } from '../command-line/failures';
import { compileMjml } from './compile-mjml';
import { compileReact } from './compile-react';

/** What of a template its author writes. */
export interface TemplateContent {
  readonly name: string;
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: readonly TemplateVariable[];
}

export interface LocalTemplate extends TemplateContent {
  readonly slug: string;
  /** The file of the HTML, for messages. */
  readonly htmlFile: string | null;
}

/** Of `receipt.json`. */
interface Described {
  readonly name?: unknown;
  readonly subject?: unknown;
  readonly variables?: unknown;
}

const slugPattern = /^[a-z0-9][a-z0-9_-]*$/;
const reactExtensions = ['.tsx', '.jsx'];
const compiledExtensions = ['.mjml', ...reactExtensions];
const htmlExtensions = ['.html', ...compiledExtensions];
const extensions = ['.json', '.txt', ...htmlExtensions];

/**
 * The templates of a folder: `receipt.json` has name, subject and variables, `receipt.html` (or `receipt.mjml` or a component of
 * React, `receipt.tsx`, which are compiled) and `receipt.txt` the bodies. Each file may be missing.
 * @throws CommandFailure naming the file that is wrong
 */
export async function readTemplates(folder: string, slugs: readonly string[]): Promise<LocalTemplate[]> {
  const present = new Set<string>();
  for (const name of entriesOf(folder)) {
    const { name: slug, ext } = path.parse(name);
    if (extensions.includes(ext) && !name.startsWith('.')) present.add(slug);
  }
  const missing = slugs.filter((slug) => !present.has(slug));
  if (missing.length > 0)
    throw new CommandFailure('usage', `There is no template ${missing.join(', ')} in ${folder}.`);
  const wanted = slugs.length > 0 ? slugs : [...present].sort();
  return Promise.all(wanted.map((slug) => readTemplate(folder, slug)));
}

function entriesOf(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    throw new CommandFailure('usage', `${folder} is not a folder that can be read.`);
  }
}

async function readTemplate(folder: string, slug: string): Promise<LocalTemplate> {
  const file = (ext: string): string => path.join(folder, `${slug}${ext}`);
  if (!slugPattern.test(slug)) {
    throw new CommandFailure('usage', `${file('')}: a slug has lower-case letters, digits, - and _.`);
  }
  const read = (ext: string): string | null =>
    fs.existsSync(file(ext)) ? fs.readFileSync(file(ext), 'utf8') : null;
  const described = describedIn(file('.json'), read('.json'));
  const [source, other] = htmlExtensions.filter((ext) => fs.existsSync(file(ext)));
  if (source !== undefined && other !== undefined) {
    throw new CommandFailure(
      'usage',
      `${file(source)} and ${file(other)} are the same template: delete one.`,
    );
  }
  const htmlFile = source === undefined ? null : file(source);
  const { html, text } = htmlFile === null ? noBodies : await bodiesOf(htmlFile, described.variables);
  return {
    ...{ slug, name: described.name ?? slug, subject: described.subject, variables: described.variables },
    ...{ html, text: read('.txt') ?? text, htmlFile },
  };
}

type Bodies = Pick<TemplateContent, 'html' | 'text'>;
const noBodies: Bodies = { html: null, text: null };

async function bodiesOf(file: string, variables: readonly TemplateVariable[]): Promise<Bodies> {
  if (reactExtensions.includes(path.extname(file))) return compileReact(file, variables);
  const source = fs.readFileSync(file, 'utf8');
  return { html: file.endsWith('.mjml') ? await compileMjml(file, source) : source, text: null };
}

function describedIn(
  file: string,
  text: string | null,
): Pick<TemplateContent, 'subject' | 'variables'> & { readonly name: string | null } {
  if (text === null) return { name: null, subject: null, variables: [] };
  let described: Described;
  try {
    described = JSON.parse(text) as Described;
  } catch (error) {
    throw new CommandFailure(
      'usage',
      `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const { name = null, subject = null, variables = [] } = described;
  if (name !== null && typeof name !== 'string')
    throw new CommandFailure('usage', `${file}: name must be a text.`);
  if (subject !== null && typeof subject !== 'string') {
    throw new CommandFailure('usage', `${file}: subject must be a text.`);
  }
  if (!Array.isArray(variables)) throw new CommandFailure('usage', `${file}: variables must be a list.`);
  return { name, subject, variables: variables as TemplateVariable[] };
}

/** Writes a template as `readTemplates` reads it. @returns the files that changed */
export function writeTemplate(
  folder: string,
  template: TemplateContent & { readonly slug: string },
): string[] {
  const { slug, name, subject, html, text, variables } = template;
  fs.mkdirSync(folder, { recursive: true });
  const contents = {
    '.json': `${JSON.stringify({ name, subject, variables }, null, 2)}\n`,
    '.html': html,
    '.txt': text,
  };
  const changed: string[] = [];
  const isThere = (ext: string): boolean => fs.existsSync(path.join(folder, `${slug}${ext}`));
  for (const [ext, content] of Object.entries(contents)) {
    const file = path.join(folder, `${slug}${ext}`);
    const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
    // What is compiled here stays as it is: the API has the result.
    if (ext === '.html' && compiledExtensions.some(isThere)) continue;
    if (ext === '.txt' && before === null && reactExtensions.some(isThere)) continue;
    if (before === content) continue;
    if (content === null) fs.rmSync(file);
    else fs.writeFileSync(file, content);
    changed.push(file);
  }
  return changed;
}
