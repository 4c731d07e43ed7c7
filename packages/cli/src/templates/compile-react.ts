import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { CommandFailure } from '../command-line/failures';

interface Esbuild {
  build(options: object): Promise<{ readonly outputFiles: readonly [{ readonly text: string }] }>;
}
interface React {
  readonly createElement: (component: unknown, properties: object) => unknown;
}
interface ReactEmail {
  readonly render: (
    element: unknown,
    options?: { readonly plainText: true; readonly htmlToTextOptions: object },
  ) => Promise<string>;
}
interface CommonJs {
  readonly exports: { readonly default?: unknown };
}

/** Headings of the text are in capitals otherwise, with the placeholders in them. */
const textOptions = {
  plainText: true,
  htmlToTextOptions: {
    selectors: [1, 2, 3, 4, 5, 6].map((level) => ({
      selector: `h${level}`,
      options: { uppercase: false },
    })),
  },
} as const;

/**
 * A component of React Email, with the packages of the user's own project. Its properties are the placeholders of the declared
 * variables, so that the API fills them in when it sends.
 */
export async function compileReact(
  file: string,
  variables: readonly { readonly key: string }[],
): Promise<{ html: string; text: string }> {
  const packages = createRequire(path.resolve(file));
  const esbuild = load<Esbuild>(packages, 'esbuild', file);
  const { render } = load<ReactEmail>(packages, '@react-email/render', file);
  const { createElement } = load<React>(packages, 'react', file);
  try {
    const { outputFiles } = await esbuild.build({
      ...{ entryPoints: [path.resolve(file)], bundle: true, packages: 'external', write: false },
      ...{ platform: 'node', format: 'cjs', jsx: 'automatic', logLevel: 'silent' },
    });
    const module: CommonJs = { exports: {} };
    const run = compileFunction(outputFiles[0].text, ['require', 'module', 'exports'], {
      filename: file,
    }) as (require: NodeJS.Require, module: CommonJs, exports: CommonJs['exports']) => void;
    run(packages, module, module.exports);
    const component = module.exports.default;
    if (typeof component !== 'function') throw new Error('it has no component as its default export');
    const element = createElement(
      component,
      Object.fromEntries(variables.map(({ key }) => [key, `{{ ${key} }}`])),
    );
    return { html: await render(element), text: await render(element, textOptions) };
  } catch (error) {
    throw new CommandFailure(
      'findings',
      `${file}: ${error instanceof Error ? error.message : String(error)}`,
      'react',
    );
  }
}

function load<Package>(packages: NodeJS.Require, name: string, file: string): Package {
  try {
    return packages(name) as Package;
  } catch {
    throw new CommandFailure(
      'usage',
      `${file} needs the package ${name} in your project: npm install --save-dev react react-dom @react-email/render esbuild`,
    );
  }
}
