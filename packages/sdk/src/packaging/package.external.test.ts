import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageFolder } from './build-package';

const root = path.join(packageFolder, '..', '..');
const bin = (name: string) => path.join(packageFolder, 'node_modules', '.bin', name);
/** A project that has installed the packed tarball. */
const project = path.join(root, '.local', 'test', 'sdk');
const installed = path.join(project, 'node_modules', 'postrider');

beforeAll(() => {
  fs.rmSync(project, { recursive: true, force: true });
  const cli = path.join(__dirname, 'build-package.cli.ts');
  const built = path.join(project, 'build', 'npm');
  const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const;
  const tarball = execFileSync(process.execPath, ['--import', 'tsx', cli, built], options).trim();
  fs.writeFileSync(path.join(project, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    ...options,
    cwd: project,
  });
  fs.cpSync(path.join(packageFolder, 'test', 'consumers'), project, { recursive: true });
  const others = ['react', '@react-email/render', 'express', 'nodemailer', '@types/react', '@types/express'];
  for (const name of others) {
    const link = path.join(project, 'node_modules', name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(fs.realpathSync(path.join(packageFolder, 'node_modules', name)), link);
  }
});

test.each(['modules.mjs', 'modules.cjs'])('%s: every entry can be loaded and used', (file) => {
  const output = execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' });
  const expected = {
    html: true,
    text: 'Hello from React',
    missing: 'not_found',
    ok: true,
    name: 'Postrider',
  };
  expect(JSON.parse(output)).toEqual(expected);
});

describe('types', () => {
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  };

  /** What the compiler says to a file. */
  function compile(name: string, compilerOptions: object): string {
    const config = path.join(project, `tsconfig.${name}.json`);
    fs.writeFileSync(
      config,
      JSON.stringify({ compilerOptions: { ...options, ...compilerOptions }, files: [name] }),
    );
    const compiler = path.join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', config], {
      encoding: 'utf8',
    });
    return status === 0 ? '' : stdout + stderr;
  }

  test.each([
    ['types.mts', { module: 'node16' }],
    ['types.cts', { module: 'node16', exactOptionalPropertyTypes: true }],
    ['types.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('of %s are those that are promised', (name, compilerOptions) => {
    fs.copyFileSync(path.join(packageFolder, 'test', 'consumers', 'types.ts'), path.join(project, name));
    expect(compile(name, compilerOptions)).toBe('');
  });

  test('of every snippet of the README fit', () => {
    const readme = fs.readFileSync(path.join(packageFolder, 'README.md'), 'utf8');
    const snippets = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    expect(snippets.length).toBeGreaterThanOrEqual(8);
    const names = snippets.map((code, n) => {
      fs.writeFileSync(path.join(project, `snippet-${n}.mts`), `${code}\nexport {};\n`);
      return `import './snippet-${n}.mjs';\n`;
    });
    fs.writeFileSync(path.join(project, 'snippets.mts'), names.join(''));
    expect(compile('snippets.mts', { module: 'node16', esModuleInterop: true, skipLibCheck: true })).toBe('');
  });
});

test.each([
  ['index', 12_000],
  ['webhooks', 3_000],
])('%s is no larger than it may be, and asks for nothing of Node.js', (entry, bytesMax) => {
  const options = [
    '--bundle',
    '--minify',
    '--format=esm',
    '--platform=browser',
    '--external:@react-email/render',
  ];
  const bundle = execFileSync(bin('esbuild'), [path.join(installed, 'lib', `${entry}.mjs`), ...options]);
  expect(gzipSync(bundle, { level: 9 }).length).toBeLessThanOrEqual(bytesMax);
  expect(bundle.toString()).not.toMatch(/\brequire\(|\bBuffer\b|process\.env|from\s*"node:/);
});

test('nothing is wrong with its manifest', () => {
  const { status, stdout } = spawnSync(bin('publint'), [installed, '--strict', '--pack', 'false'], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining('All good!')]);
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'postrider', license: 'MIT' });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('private');
  expect(fs.readFileSync(path.join(installed, 'LICENSE'), 'utf8')).toMatch(/^MIT License/);
});
