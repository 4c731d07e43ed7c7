import { createRequire } from 'node:module';
import path from 'node:path';
import { CommandFailure } from '../command-line/failures';

interface CompiledMjml {
  readonly html: string;
  readonly errors?: readonly { readonly formattedMessage?: string; readonly message?: string }[];
}
type Mjml = (source: string, options: { readonly filePath: string }) => CompiledMjml | Promise<CompiledMjml>;

/** With the package `mjml` of the user's own project. Version 5 answers with a promise, version 4 at once. */
export async function compileMjml(file: string, source: string): Promise<string> {
  const mjml = loadMjml(file);
  let compiled: CompiledMjml;
  try {
    compiled = await mjml(source, { filePath: file });
  } catch (error) {
    throw new CommandFailure(
      'findings',
      `${file}: ${error instanceof Error ? error.message : String(error)}`,
      'mjml',
    );
  }
  const [problem] = compiled.errors ?? [];
  if (problem)
    throw new CommandFailure(
      'findings',
      `${file}: ${problem.formattedMessage ?? problem.message ?? ''}`,
      'mjml',
    );
  return compiled.html;
}

function loadMjml(file: string): Mjml {
  try {
    const loaded = createRequire(path.resolve(file))('mjml') as Mjml | { readonly default: Mjml };
    return typeof loaded === 'function' ? loaded : loaded.default;
  } catch {
    throw new CommandFailure(
      'usage',
      `${file} needs the package mjml in your project: npm install --save-dev mjml`,
    );
  }
}
