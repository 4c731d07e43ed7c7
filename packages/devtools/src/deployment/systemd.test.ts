import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { projectRoot } from '@postrider/testkit';
import { readServiceSettings } from '../commands/env-example';
import { serviceNames } from '../processes/service-process';

const folder = path.join(projectRoot(), 'deploy', 'systemd');
const examples = path.join(folder, 'examples');
const read = (file: string): Record<string, string> => {
  const env = parseEnv(fs.readFileSync(path.join(examples, file), 'utf8'));
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? '']));
};
const unit = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');

describe('units of systemd', () => {
  it.each(serviceNames)(
    'give %s the settings that it needs, and no file has an unused one',
    async (service) => {
      const own = fs.existsSync(path.join(examples, `${service}.env`)) ? read(`${service}.env`) : {};
      const secret = Buffer.alloc(32, service).toString('base64');
      const common = Object.fromEntries(
        Object.entries(read('common.env')).map(([name, value]) => [name, value === '' ? secret : value]),
      );
      const { problems, unknown } = await readServiceSettings(service, { ...common, ...own });
      expect(problems).toEqual([]);
      expect(unknown.filter((name) => name in own)).toEqual([]);
    },
  );

  it('start existing files without privileges, and do not restart a service with wrong settings', () => {
    const service = unit('postrider@.service');
    for (const name of serviceNames) {
      expect(fs.existsSync(path.join(projectRoot(), 'services', name, 'src', 'main.ts'))).toBe(true);
    }
    expect(service).toMatch(/^User=postrider$/m);
    expect(service).toMatch(/^RestartPreventExitStatus=78$/m);
    // Each version migrates by its own code, while /opt/postrider is still the one before.
    expect(unit('postrider-migrate@.service')).toMatch(
      /^ExecStart=\/opt\/postrider-%i\/bin\/node packages\/db\//m,
    );
    const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1]);
    expect(stopSeconds * 1_000).toBeGreaterThan(25_000 + 5_000);
  });

  it('run Node as the image does', () => {
    const image = fs.readFileSync(path.join(projectRoot(), 'deploy', 'images', 'Dockerfile'), 'utf8');
    const flags = [...image.matchAll(/^ENTRYPOINT \["node", (.*)\]$/gm)]
      .map(([, list = '']) => list.split(', ').map((flag) => flag.replaceAll('"', '')))
      .find((list) => list.includes('--require'));
    const command = /^ExecStart=(.*)$/m.exec(unit('postrider@.service'))?.[1] ?? '';
    const missing = (flags ?? []).filter(
      (flag) => !command.includes(flag.replace('/app/', '/opt/postrider/')),
    );
    expect(flags?.length).toBeGreaterThan(3);
    expect(missing).toEqual([]);
  });
});

describe('the command postrider', () => {
  let made: string;
  beforeEach(() => (made = fs.mkdtempSync(path.join(os.tmpdir(), 'systemd-'))));
  afterEach(() => fs.rmSync(made, { recursive: true }));

  /** What the operator's program finds in its environment. */
  function settingsWith(files: Readonly<Record<string, string>>): Record<string, string> {
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(made, name), text);
    const main = path.join(made, 'main.js');
    fs.writeFileSync(main, 'process.stdout.write(JSON.stringify(process.env))');
    const program = path.join(made, 'postrider.cjs');
    const text = unit('postrider')
      .replace('/etc/postrider', made)
      .replace('/opt/postrider/packages/operator/dist/main.js', main);
    fs.writeFileSync(program, text);
    const output = execFileSync(process.execPath, [program], {
      env: { LINK_SECRET: 'kept' },
      encoding: 'utf8',
    });
    return JSON.parse(output) as Record<string, string>;
  }

  it('has the settings of the services: those of all before those of one, and the environment before both', () => {
    const env = settingsWith({
      'common.env': 'DATABASE_URL=postgresql://common\nLINK_SECRET=file\n',
      'send-worker.env': 'DATABASE_URL=postgresql://one\nEHLO_NAME=out1.example.com\n',
    });
    expect(env).toMatchObject({
      DATABASE_URL: 'postgresql://common',
      LINK_SECRET: 'kept',
      EHLO_NAME: 'out1.example.com',
    });
  });

  // As systemd 252 read the same lines.
  it.each([
    ['Postrider <postmaster@example.com>', 'Postrider <postmaster@example.com>'],
    [
      'postgresql://a:b@db/c?sslmode=verify-full&sslrootcert=/x',
      'postgresql://a:b@db/c?sslmode=verify-full&sslrootcert=/x',
    ],
    ['pass#word # more', 'pass#word # more'],
    ['  blanks around \t', 'blanks around'],
    ['"in quotes" ', 'in quotes'],
    ['"a \\"b\\" \\$c \\n"', 'a "b" $c \\n'],
    ['\'a \\ # "b"\'', 'a \\ # "b"'],
    ['"two" \'parts\'', 'twoparts'],
    ['back\\slash $HOME `date`', 'backslash $HOME `date`'],
    ['over\\\nlines', 'overlines'],
    ['"first\nsecond"', 'first\nsecond'],
    ['it\'s "so"', 'it\'s "so"'],
    ['', ''],
  ])('reads %j as %j', (written, value) => {
    const text = `# X=comment\n; X=comment\n  X=${written}\nAFTER=it\n`;
    expect(settingsWith({ 'common.env': text })).toMatchObject({ X: value, AFTER: 'it' });
  });
});
