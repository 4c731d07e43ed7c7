import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDatabase, migrate, type Database } from '@postrider/db';
import {
  eventually,
  createDatabaseServer,
  findPostgres,
  missingProgram,
  programPath,
  type DatabaseServer,
} from '@postrider/testkit';
import { createOperator, type Ran } from '../../test/run-operator';

const missing =
  findPostgres() === null ? 'PostgreSQL is not installed' : missingProgram('pgbackrest', 'rclone');

interface Status {
  readonly log_reaches_now: boolean;
  readonly newest_age_seconds: number;
  readonly backups: readonly { readonly backup: string | null; readonly copied_at: string | null }[];
}

/** Its steps are those of an operator, and build on each other. */
(missing === null ? describe : describe.skip)(`a backup${missing === null ? '' : ` (${missing})`}`, () => {
  let folder: string;
  let server: DatabaseServer;
  let database: Database;
  let passphrase = '';
  let backupEnd: Date;
  let between: Date;
  const at = (...names: string[]): string => path.join(folder, ...names);
  const config = (): string[] => ['--config', at('etc', 'postrider-backup')];

  const postrider = (...args: string[]): Promise<Ran> =>
    createOperator(
      { settings: { DATABASE_URL: server.url, REDIS_URL: '', AMQP_URL: '' } },
      { PATH: programPath() },
    ).run('--json', 'backup', ...args);
  async function json<T>(...args: string[]): Promise<T> {
    const { exitCode, stdout, stderr } = await postrider(...args);
    if (exitCode !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as T;
  }

  const open = () =>
    createDatabase({ url: server.url, applicationName: 'backup test', onConnectionError: () => undefined });
  async function connect(): Promise<void> {
    database = open();
    await eventually(
      () =>
        database
          .ping()
          .then(() => true)
          .catch(() => false),
      { what: 'the database' },
    );
  }
  const insert = (name: string) =>
    database.pool.query(`INSERT INTO secret_proofs (setting, proof, made_at) VALUES ($1, $1, now())`, [name]);
  async function names(): Promise<string[]> {
    const { rows } = await database.pool.query<{ setting: string }>(
      'SELECT setting FROM secret_proofs ORDER BY setting',
    );
    return rows.map(({ setting }) => setting);
  }
  async function archiveAll(): Promise<void> {
    const { rows } = await database.pool.query<{ name: string }>(
      'SELECT pg_walfile_name(pg_switch_wal()) AS name',
    );
    const find = 'SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1';
    await eventually(async () => (await database.pool.query(find, [rows[0]?.name])).rowCount === 1, {
      what: 'the log in the archive',
    });
  }
  async function restart(change: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await database.close();
    await server.stop();
    await change();
    await server.start();
    await connect();
  }

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-backup-test-'));
    fs.chmodSync(folder, 0o755);
    server = await createDatabaseServer(folder);
    await server.start();
    execFileSync('createdb', [
      `--host=${server.socket}`,
      `--port=${server.port}`,
      '--username=postgres',
      'postrider',
    ]);
    await migrate({ databaseUrl: server.url });
    fs.mkdirSync(at('etc', 'postrider'), { recursive: true });
    fs.writeFileSync(at('etc', 'postrider', 'common.env'), 'MASTER_KEY=of-this-installation\n');
    await connect();
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('is configured by one command, which keeps what exists when it is repeated', async () => {
    const where = ['--socket', server.socket, '--port', String(server.port)];
    const init = ['init', ...config(), '--directory', at('backups'), ...where];
    const first = await json<{ passphrase: string; next: string[] }>(...init);
    expect(first.passphrase).toMatch(/^[\w-]{32}$/);
    expect(first.next).toHaveLength(2);
    passphrase = first.passphrase;
    await restart();
    expect(await json(...init)).toMatchObject({ passphrase: null, next: [] });
    expect(await json('status')).toMatchObject({
      newest_age_seconds: null,
      log_reaches_now: false,
      backups: [],
    });
  });

  it('is made when one is due, and listed with how far the log reaches', async () => {
    await insert('before the base backup');
    const settings = ['--settings', at('etc', 'postrider'), at('etc', 'postrider-backup')];
    const made = await json<{ backup: string }>('run', ...config(), ...settings);
    backupEnd = new Date();
    expect(made).toEqual({ backup: expect.stringMatching(/^\d{8}-\d{6}F$/), copied: null });
    expect(await json('run', ...config(), ...settings)).toEqual({ backup: null, copied: null });
    const status = await json<Status>('status');
    expect(status).toMatchObject({ log_reaches_now: true, backups: [{ backup: made.backup, error: null }] });
    expect(status.newest_age_seconds).toBeLessThan(60);
  });

  it('has the settings in a file that openssl opens, without the passphrase, and nothing in clear', async () => {
    const [name = ''] = fs.readdirSync(at('backups', 'settings'));
    const arguments_ = ['enc', '-d', '-aes-256-cbc', '-pbkdf2', '-iter', '600000', '-pass', 'env:P'];
    const tar = execFileSync('openssl', [...arguments_, '-in', at('backups', 'settings', name)], {
      env: { PATH: programPath(), P: passphrase },
    });
    const list = execFileSync('tar', ['-tz'], { input: tar, encoding: 'utf8' });
    expect(list).toContain('etc/postrider/common.env');
    expect(list).toContain('pgbackrest.conf');
    expect(list).not.toContain('passphrase.conf');
    await archiveAll();
    expect(() => execFileSync('grep', ['-rq', 'before the base backup', at('backups')])).toThrow();
  });

  it('is verified by restoring it beside the running server', async () => {
    await insert('after the base backup');
    // pgBackRest restores a backup to a later second than that of its end.
    await eventually(() => Date.now() > backupEnd.getTime() + 1000, { what: 'the next second' });
    between = new Date();
    await insert('later');
    await archiveAll();
    const verified = await json<{ restored_to: string }>('verify', ...config());
    // In whole milliseconds.
    expect(new Date(verified.restored_to).getTime()).toBeGreaterThanOrEqual(between.getTime());
    expect(fs.existsSync(at('backups', 'verify'))).toBe(false);
    expect(await names()).toHaveLength(3);
  });

  it('counts as complete only when the copy has it, where there is one', async () => {
    const remote = `[copy]\ntype = alias\nremote = ${at('copy')}\n`;
    fs.writeFileSync(at('etc', 'postrider-backup', 'rclone.conf'), remote);
    expect(await json('run', ...config())).toEqual({ backup: null, copied: true });
    const { backups } = await json<Status>('status');
    expect(backups[0]?.copied_at).not.toBeNull();
    // As if its disk were not mounted.
    fs.renameSync(at('backups'), at('unmounted'));
    const refused = await postrider('run', ...config());
    fs.renameSync(at('unmounted'), at('backups'));
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('cannot be read') });
    expect(fs.readdirSync(at('copy')).sort()).toEqual(['pgbackrest', 'settings']);
  });

  it('is not restored over a running server, nor over data without --replace', async () => {
    expect((await postrider('restore', ...config())).stderr).toContain('PostgreSQL is running');
    await database.close();
    await server.kill();
    expect((await postrider('restore', ...config())).stderr).toContain('is not empty');
    const tooEarly = ['--replace', '--at', '2026-01-01T00:00:00Z'];
    expect((await postrider('restore', ...config(), ...tooEarly)).stderr).toContain('can be restored to');
    expect(fs.existsSync(at('cluster', 'main', 'PG_VERSION'))).toBe(true);
  });

  it('brings an empty machine back from the copy, settings first, and holds what is due', async () => {
    for (const lost of ['backups', 'etc', 'cluster']) fs.rmSync(at(lost), { recursive: true });
    fs.renameSync(at('copy'), at('backups'));
    execFileSync('chown', ['-R', '--reference', at('socket'), at('backups', 'pgbackrest')]);
    const given = at('passphrase');
    fs.writeFileSync(given, `${passphrase.slice(1)}x\n`);
    const restore = ['restore', ...config(), '--directory', at('backups'), '--passphrase-file', given];
    expect((await postrider(...restore)).stderr).toContain('does not open');
    fs.writeFileSync(given, `${passphrase}\n`);
    expect(await json(...restore)).toMatchObject({ held: ['postrider'], previous_data: 'there was none' });
    expect(fs.readFileSync(at('etc', 'postrider', 'common.env'), 'utf8')).toContain('of-this-installation');
    await server.start();
    await connect();
    expect(await names()).toEqual(['after the base backup', 'before the base backup', 'later']);
    const { rows } = await database.pool.query('SELECT reason, held_at FROM restorations');
    expect(rows).toEqual([{ reason: 'operator', held_at: null }]);
    // The log goes on being archived, on the new timeline.
    await archiveAll();
  });

  it('brings an earlier moment back, and keeps the present data beside it', async () => {
    let kept = '';
    await restart(async () => {
      const restored = await json<{ previous_data: string }>(
        ...['restore', ...config(), '--replace', '--at', between.toISOString()],
      );
      kept = restored.previous_data;
    });
    expect(await names()).toEqual(['after the base backup', 'before the base backup']);
    expect(fs.existsSync(path.join(kept, 'PG_VERSION'))).toBe(true);
  });
});
