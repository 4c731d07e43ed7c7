import { isLoopback } from '@postrider/runtime';
import { runProgram, tryProgram } from '../run-program';
import { isWritten, writeSetupFile, type SetupFile } from '../settings/write-file';
import type { Step } from '../step';
import { runUnits } from '../services/units';

const file: SetupFile = {
  path: '/etc/rabbitmq/conf.d/30-postrider.conf',
  text: [
    '# Written by `postrider setup`: for programs of this machine alone.',
    'listeners.tcp.local = 127.0.0.1:5672',
    'disk_free_limit.absolute = 1GB',
    'vm_memory_high_watermark.relative = 0.3',
    'collect_statistics_interval = 60000',
    '',
  ].join('\n'),
  mode: 0o644,
  owner: null,
};

/** User and vhost of `url` in the RabbitMQ of this machine, and no guest. */
export function rabbitmqStep(url: string): Step {
  const { hostname, username, password, pathname } = new URL(url);
  const vhost = pathname.length > 1 ? decodeURIComponent(pathname.slice(1)) : '/';
  const ctl = (args: readonly string[], input?: string): Promise<string> =>
    runProgram('rabbitmqctl', ['-q', ...args], input === undefined ? {} : { input });
  return {
    title: 'RabbitMQ',
    changes: async () => {
      if (!isLoopback(hostname)) return [];
      const isConfigured = await isWritten(file);
      const login = await tryProgram('rabbitmqctl', ['-q', 'authenticate_user', username], {
        input: `${password}\n`,
      });
      const isReady = login.code === 0 && (await hasPermissions(username, vhost));
      return [
        ...(isConfigured ? [] : [`write ${file.path}, and restart RabbitMQ`]),
        ...(isReady ? [] : [`create the user and the vhost ${vhost}; remove guest`]),
      ];
    },
    apply: async () => {
      await runProgram('systemctl', ['enable', 'rabbitmq-server']);
      if (!(await isWritten(file))) {
        await writeSetupFile(file);
        await runUnits('restart', ['rabbitmq-server.service']);
      }
      await ctl(['await_startup']);
      const users = await ctl(['list_users', '--no-table-headers']);
      const names = users.split('\n').map((line) => line.split('\t')[0]);
      // Both read the password from standard input.
      const verb = names.includes(username) ? 'change_password' : 'add_user';
      await ctl([verb, username], `${password}\n`);
      const vhosts = await ctl(['list_vhosts', '--no-table-headers']);
      if (!vhosts.split('\n').includes(vhost)) await ctl(['add_vhost', vhost]);
      await ctl(['set_permissions', '-p', vhost, username, '.*', '.*', '.*']);
      if (names.includes('guest')) await ctl(['delete_user', 'guest']);
      return undefined;
    },
  };
}

async function hasPermissions(user: string, vhost: string): Promise<boolean> {
  const args = ['-q', 'list_user_permissions', user, '--no-table-headers'];
  const { code, stdout } = await tryProgram('rabbitmqctl', args);
  return code === 0 && stdout.split('\n').some((line) => line.split('\t')[0] === vhost);
}
