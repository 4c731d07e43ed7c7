import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const packageFolder = path.join(__dirname, '..', '..');

/**
 * Builds the published package: the program with its dependencies inside, so that it installs without a registry and starts with one file,
 * its manifest, and the licenses of what is inside.
 */
export async function buildPackage(folder: string): Promise<void> {
  // ES modules only.
  const { build } = await import('tsdown');
  fs.rmSync(folder, { recursive: true, force: true });
  await build({
    cwd: packageFolder,
    config: false,
    entry: { main: 'src/main.ts' },
    format: 'cjs',
    outDir: path.join(folder, 'lib'),
    dts: false,
    sourcemap: false,
    platform: 'node',
    target: 'node22',
    tsconfig: 'tsconfig.json',
    minify: false,
    banner: { js: '#!/usr/bin/env node' },
    deps: {
      alwaysBundle: [/^(?!node:|@napi-rs\/)/],
      neverBundle: [/^@napi-rs\//, 'liquidjs', '@react-email/render'],
    },
    inputOptions: {
      checks: { pluginTimings: false },
      resolve: { conditionNames: ['postrider-source', 'node', 'import', 'require'] },
    },
    logLevel: 'warn',
    outExtensions: () => ({ js: '.cjs' }),
  });
  // The set of attacks is published with the server that withstands them.
  fs.copyFileSync(
    path.join(packageFolder, 'src', 'mcp', 'attacks', 'attacks.json'),
    path.join(folder, 'attacks.json'),
  );
  for (const file of ['README.md', 'LICENSE'])
    fs.copyFileSync(path.join(packageFolder, file), path.join(folder, file));
  fs.writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES'), licenses());
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** @returns the path of the tarball, beside the folder */
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
  const { name, version, description, license, repository, optionalDependencies } = own;
  return {
    ...{ name, version, description, license, repository, type: 'commonjs', engines: { node: '>=22.12' } },
    bin: { 'postrider-cli': 'lib/main.cjs' },
    exports: { './package.json': './package.json' },
    files: ['lib', 'attacks.json', 'THIRD-PARTY-LICENSES'],
    optionalDependencies,
  };
}

/** Of the packages that are inside: each asks to be named in copies. */
function licenses(): string {
  return [...inside(['commander', '@clack/prompts', '@modelcontextprotocol/server', 'zod'], packageFolder)]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, folder]) => {
      const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) throw new Error(`${name} has no license file`);
      return `${name} ${manifestOf(folder).version}\n\n${fs.readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(78)}\n\n`);
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Packages with their dependencies, and the folder of each. */
function inside(names: readonly string[], from: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of names) {
    const folder = installedFolder(name, from);
    found.set(name, folder);
    const dependencies = Object.keys(manifestOf(folder).dependencies ?? {});
    for (const [dependency, at] of inside(dependencies, folder)) found.set(dependency, at);
  }
  return found;
}

function installedFolder(name: string, from: string): string {
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (fs.existsSync(candidate)) return fs.realpathSync(candidate);
  }
  throw new Error(`${name} is not installed`);
}
