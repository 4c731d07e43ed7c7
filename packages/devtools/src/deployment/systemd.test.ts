import fs from 'node:fs';
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

  it('have the operator’s commands beside them, with the settings of the services', () => {
    const service = unit('postrider@.service');
    const script = unit('postrider');
    const [, settings = 'none'] = /^EnvironmentFile=(\S+common\.env)$/m.exec(service) ?? [];
    const [, node = 'none'] = /^ExecStart=(\S+)/m.exec(service) ?? [];
    expect(script).toContain(`. ${settings}\n`);
    expect(script).toContain(`exec ${node} /opt/postrider/packages/operator/dist/main.js "$@"`);
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
