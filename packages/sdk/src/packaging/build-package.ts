import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const packageFolder = path.join(__dirname, '..', '..');
const entries = ['index', 'webhooks', 'nodemailer', 'testing'] as const;

/**
 * Builds the published package: a folder with both module systems, their types and a manifest that does not depend on this
 * workspace.
 */
export async function buildPackage(folder: string): Promise<void> {
  // ES modules only.
  const { build } = await import('tsdown');
  fs.rmSync(folder, { recursive: true, force: true });
  await build({
    cwd: packageFolder,
    config: false,
    entry: Object.fromEntries(
      entries.map((name) => [name, name === 'index' ? 'src/index.ts' : `src/${name}/index.ts`]),
    ),
    format: ['esm', 'cjs'],
    outDir: path.join(folder, 'lib'),
    dts: { sourcemap: false },
    sourcemap: false,
    platform: 'neutral',
    target: 'es2022',
    tsconfig: 'tsconfig.json',
    deps: { neverBundle: ['@react-email/render', 'liquidjs'] },
    inputOptions: { checks: { pluginTimings: false } },
    logLevel: 'warn',
    outExtensions: ({ format }) =>
      format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.mjs', dts: '.d.mts' },
  });
  for (const file of ['README.md', 'LICENSE'])
    fs.copyFileSync(path.join(packageFolder, file), path.join(folder, file));
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** @returns the path of the tarball, beside the folder: `npm install <tarball>` needs nothing else of this repository */
export function packTarball(folder: string): string {
  const destination = path.dirname(folder);
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [packed] = JSON.parse(output) as [{ readonly filename: string }];
  return path.join(destination, packed.filename);
}

function manifest(): object {
  const own = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  // The release workflow sets the repository: npm compares it with where the provenance comes from.
  const { name, version, description, license, repository, peerDependencies, peerDependenciesMeta } = own;
  const exports = entries.map(
    (entry) => [entry === 'index' ? '.' : `./${entry}`, conditions(entry)] as const,
  );
  return {
    ...{
      name,
      version,
      description,
      license,
      repository,
      type: 'commonjs',
      sideEffects: false,
      engines: { node: '>=20.16' },
    },
    ...{ main: './lib/index.cjs', module: './lib/index.mjs', types: './lib/index.d.cts' },
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    files: ['lib'],
    ...{ peerDependencies, peerDependenciesMeta },
  };
}

function conditions(entry: string): object {
  const of = (js: string, types: string) => ({
    types: `./lib/${entry}.${types}`,
    default: `./lib/${entry}.${js}`,
  });
  return { import: of('mjs', 'd.mts'), require: of('cjs', 'd.cts') };
}
