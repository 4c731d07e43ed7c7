import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { packageFolder } from './build-package';

const root = path.join(packageFolder, '..', '..');
/** A project that has installed the packed tarball. */
const project = path.join(root, '.local', 'test', 'cli');
const installed = path.join(project, 'node_modules', 'postrider-cli');
const program = path.join(project, 'node_modules', '.bin', 'postrider-cli');
/** Of which the library of the Model Context Protocol, loaded by `mcp` alone, is a half. */
const packedBytesMax = 350_000;

/** Without the key of the user that runs the tests. */
const call = (...words: string[]) =>
  spawnSync(
    'env',
    [
      '-u',
      'POSTRIDER_API_KEY',
      '-u',
      'POSTRIDER_PROFILE',
      `POSTRIDER_CONFIG_DIR=${project}`,
      program,
      ...words,
    ],
    {
      encoding: 'utf8',
    },
  );

let tarball: string;
beforeAll(() => {
  fs.rmSync(project, { recursive: true, force: true });
  const cli = path.join(__dirname, 'build-package.cli.ts');
  const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const;
  tarball = execFileSync(
    process.execPath,
    ['--import', 'tsx', cli, path.join(project, 'build', 'npm')],
    options,
  ).trim();
  fs.writeFileSync(path.join(project, 'package.json'), '{ "private": true }\n');
  // The keychain's package is optional, and comes from the registry.
  execFileSync('npm', ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund', tarball], {
    ...options,
    cwd: project,
  });
});

test('the installed program runs, without any other package', () => {
  expect(fs.readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'postrider-cli',
  ]);
  const { version } = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(call('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
  const tree = JSON.parse(call('commands', '--json').stdout) as { commands: { name: string }[] };
  expect(tree.commands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listen', 'send', 'login', 'doctor']),
  );
});

test('errors have their exit codes, and are JSON with --json', () => {
  expect(call('whoami')).toMatchObject({ status: 3, stdout: '' });
  const { status, stderr } = call('frobnicate', '--json');
  expect([status, JSON.parse(stderr)]).toMatchObject([2, { error: { code: 'usage' } }]);
});

/** The least of three, since other programs of the machine cost too. */
function processorSecondsOf(command: string): number {
  const once = (): number => {
    const script = `TIMEFORMAT='%U %S'; time ${command} >/dev/null`;
    const timed = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    const [user = NaN, system = NaN] = timed.stderr.trim().split(' ').map(Number);
    return user + system;
  };
  return Math.min(once(), once(), once());
}

test('it starts within five times the processor time that Node.js itself takes', () => {
  const bare = processorSecondsOf(`"${process.execPath}" -e 0`);
  expect(processorSecondsOf(`"${program}" listen --help`)).toBeLessThan(5 * bare);
});

test('the package is no larger than it may be, names the licenses inside, and nothing is wrong with its manifest', () => {
  expect(fs.statSync(tarball).size).toBeLessThanOrEqual(packedBytesMax);
  expect(fs.readFileSync(path.join(installed, 'LICENSE'), 'utf8')).toMatch(/^MIT License/);
  expect(fs.readFileSync(path.join(installed, 'THIRD-PARTY-LICENSES'), 'utf8')).toMatch(
    /^@clack\/core [^]*\ncommander /,
  );
  const publint = path.join(packageFolder, 'node_modules', '.bin', 'publint');
  const { status, stdout } = spawnSync(publint, [installed, '--strict', '--pack', 'false'], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining('All good!')]);
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'postrider-cli',
    license: 'MIT',
    bin: { 'postrider-cli': 'lib/main.cjs' },
  });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('private');
});
