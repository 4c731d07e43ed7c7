import type { Command } from 'commander';
import {
  NotFoundError,
  type CheckEmail,
  type EmailCheckFinding,
  type Postrider,
  type Template,
} from 'postrider';
import { exitCodes } from '../command-line/failures';
import { defaultSender } from '../emails/default-sender';
import { findingsText } from '../emails/check.commands';
import type { Run, Session } from '../session/session';
import { difference } from './difference';
import { readTemplates, writeTemplate, type LocalTemplate, type TemplateContent } from './local-templates';

interface PushOptions {
  readonly dryRun?: true;
  readonly draft?: true;
}

export function addTemplateCommands(program: Command, run: Run): void {
  const templates = program
    .command('templates')
    .description(
      'keep templates in a folder: <slug>.json (name, subject, variables), <slug>.html, .mjml or .tsx, <slug>.txt',
    );
  templates
    .command('pull <folder> [slugs...]')
    .description('write templates of the API into a folder')
    .action((folder: string, slugs: string[]) => run((session) => pull(session, folder, slugs)));
  templates
    .command('push <folder> [slugs...]')
    .description(
      'create, update and publish templates from a folder, and show what changes (with an ADMIN key)',
    )
    .option('--dry-run', 'only show what would change; exit code 1 if something would')
    .option('--draft', 'do not publish them')
    .action((folder: string, slugs: string[], options: PushOptions) =>
      run((session) => push(session, { folder, slugs, ...options })),
    );
  templates
    .command('check <folder> [slugs...]')
    .description('check templates of a folder: clipping, mail clients, links; exit code 1 with errors')
    .action((folder: string, slugs: string[]) => run((session) => check(session, folder, slugs)));
}

const templatesMax = 10_000;

async function pull(session: Session, folder: string, slugs: readonly string[]): Promise<void> {
  const client = await session.client();
  const all = slugs.length > 0 ? slugs : await slugsOf(client);
  const files: string[] = [];
  for (const [index, slug] of all.entries()) {
    session.output.progress(`${index + 1} of ${all.length}: ${slug}`);
    files.push(...writeTemplate(folder, await client.templates.get(slug)));
  }
  session.output.answer(
    { templates: all, changed: files },
    files.length === 0 ? `${all.length} templates, nothing changed` : files.join('\n'),
  );
}

async function slugsOf(client: Postrider): Promise<string[]> {
  const found = await client.templates.list({ limit: 100 }).toArray({ limit: templatesMax });
  return found.filter(({ status }) => status !== 'archived').map(({ slug }) => slug);
}

interface Change {
  readonly slug: string;
  readonly change: 'created' | 'updated' | 'published' | 'unchanged';
  /** By field: lines that begin with `-` or `+`. */
  readonly difference: Readonly<Record<string, readonly string[]>>;
}

async function push(
  session: Session,
  {
    folder,
    slugs,
    dryRun,
    draft,
  }: PushOptions & { readonly folder: string; readonly slugs: readonly string[] },
): Promise<number | void> {
  const local = await readTemplates(folder, slugs);
  const client = await session.client();
  const changes: Change[] = [];
  for (const template of local) {
    const change = changeOf(template, await stored(client, template.slug), draft === true);
    if (!dryRun) await apply(client, template, { change, isDraft: draft === true });
    changes.push(change);
  }
  const isChanged = changes.some(({ change }) => change !== 'unchanged');
  session.output.answer({ dry_run: dryRun === true, templates: changes }, changes.map(changeText).join('\n'));
  if (dryRun && isChanged) return exitCodes.findings;
}

async function stored(client: Postrider, slug: string): Promise<Template | null> {
  try {
    return await client.templates.get(slug);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

const contentFields = ['name', 'subject', 'html', 'text', 'variables'] as const;

function changeOf(local: LocalTemplate, before: Template | null, isDraft: boolean): Change {
  const changed: Record<string, readonly string[]> = {};
  for (const field of contentFields) {
    const lines = difference(before === null ? '' : written(before, field), written(local, field));
    if (lines.length > 0) changed[field] = lines;
  }
  const { slug } = local;
  if (before === null) return { slug, change: 'created', difference: changed };
  if (Object.keys(changed).length > 0) return { slug, change: 'updated', difference: changed };
  const isPublished = isDraft || before.status === 'published';
  return { slug, change: isPublished ? 'unchanged' : 'published', difference: {} };
}

function written(template: TemplateContent, field: (typeof contentFields)[number]): string {
  const value = template[field];
  if (field !== 'variables') return (value as string | null) ?? '';
  return template.variables.map((variable) => JSON.stringify(sorted(variable))).join('\n');
}

/** `required` is false when it is not given; the order of members does not matter. */
function sorted(variable: TemplateContent['variables'][number]): object {
  const { key, type, required = false, fallback } = variable as Partial<typeof variable>;
  return { key, type, required, ...(fallback !== undefined && fallback !== null && { fallback }) };
}

async function apply(
  client: Postrider,
  { slug, name, subject, html, text, variables }: LocalTemplate,
  { change: { change }, isDraft }: { readonly change: Change; readonly isDraft: boolean },
): Promise<void> {
  if (change === 'unchanged') return;
  const content = { name, subject, html, text, variables } as const;
  const request = content as Parameters<Postrider['templates']['update']>[1];
  if (change === 'created') await client.templates.create({ ...request, slug });
  if (change === 'updated') await client.templates.update(slug, request);
  if (!isDraft) await client.templates.publish(slug);
}

function changeText({ slug, change, difference: changed }: Change): string {
  const lines = Object.entries(changed).flatMap(([field, each]) => [
    `  ${field}:`,
    ...each.map((line) => `    ${line}`),
  ]);
  return [`${slug}: ${change}`, ...lines].join('\n');
}

async function check(session: Session, folder: string, slugs: readonly string[]): Promise<number> {
  const local = await readTemplates(folder, slugs);
  const client = await session.client();
  const from = await defaultSender(client);
  const checked: { readonly slug: string; readonly findings: EmailCheckFinding[] }[] = [];
  const texts: string[] = [];
  for (const { slug, subject, html, text, htmlFile } of local) {
    const email = {
      ...{ from, to: 'check@example.com', subject: subject ?? slug },
      ...(html !== null && { html }),
      ...(text !== null && { text }),
    } as unknown as CheckEmail;
    const { findings } = await client.emails.check(email);
    // Variables are filled in when it is sent.
    const kept = findings.filter(({ code }) => code !== 'unfilled_variable');
    checked.push({ slug, findings: kept });
    texts.push(findingsText(htmlFile ?? slug, kept));
  }
  session.output.answer(checked, texts.join('\n'));
  const hasErrors = checked.some(({ findings }) => findings.some(({ severity }) => severity === 'error'));
  return hasErrors ? exitCodes.findings : exitCodes.ok;
}
