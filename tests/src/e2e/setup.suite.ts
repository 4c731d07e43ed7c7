import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { platformHost, projectRoot, type DnsRecord } from '@postrider/testkit';
import { running } from './running-system';

interface Ended {
  readonly code: number;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly said: string;
}

const domain = 'firma.example.com';

/** The second half of `postrider setup`, from started services to the first email. */
export function settingUp(): void {
  test('setup prints a zone, says record by record what is missing, and sends the first email once it is published', async () => {
    const system = running();
    const folder = await mkdtemp(path.join(tmpdir(), 'setup-'));
    try {
      const answers = {
        ...{ domain, organization: 'Firma', owner: 'owner@recipients.test' },
        ...{ platform_host: platformHost, addresses: ['127.0.0.1'] },
      };
      await writeFile(path.join(folder, 'setup.json'), JSON.stringify(answers));
      const setUp = () => runSetup(['--compose', folder, '--started', '--wait', '1s']);

      const first = await setUp();
      expect(first).toMatchObject({ code: 1, answer: { is_complete: false } });
      expect(first.answer['dns']).toContain(
        `✘ MX bounce.${domain}: missing (No MX record is published at bounce.${domain}.)`,
      );
      expect(first.answer['first_mail']).toContain('waits for DNS');

      const { tenant, world } = system;
      const zone = readZone(first.said);
      expect(zone.length).toBeGreaterThan(8);
      // The records of the platform's host are there from the start.
      const added = zone.filter(({ name }) => name !== platformHost && !name.endsWith(`.${platformHost}`));
      world.publish([tenant.domain.dkim.record, tenant.bulkDomain.dkim.record, ...added]);
      const second = await setUp();
      expect(second).toMatchObject({ code: 0, answer: { is_complete: true } });
      expect(second.answer['first_mail']).toMatch(/^Delivered\./);
      // The owner has not joined: there is a new link.
      expect(second.answer['invitation']).not.toBe(first.answer['invitation']);

      const third = await setUp();
      expect(third.answer['email']).toBe(second.answer['email']);
      expect(copies()).toBe(1);
      const keys = await system.pool.query(
        `SELECT FROM api_keys k JOIN organizations o ON o.id = k.organization_id
         WHERE o.slug = 'firma' AND k.revoked_at IS NULL`,
      );
      expect(keys.rowCount).toBe(0);
      const invitations = await system.pool.query<{ role: string; is_operator: boolean }>(
        `SELECT role, is_operator FROM invitations WHERE email = 'owner@recipients.test'`,
      );
      expect(invitations.rows).toEqual([{ role: 'owner', is_operator: true }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

function copies(): number {
  return running().world.sink.messages.filter(({ to }) => to.includes('owner@recipients.test')).length;
}

function runSetup(args: readonly string[]): Promise<Ended> {
  const main = path.join(projectRoot(), 'packages/operator/dist/main.js');
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [main, '--json', '--operator', 'olga', 'setup', ...args],
      { env: running().settings },
      (_error, stdout, stderr) => {
        try {
          resolve({
            code: child.exitCode ?? -1,
            answer: JSON.parse(stdout) as Ended['answer'],
            said: stderr,
          });
        } catch {
          reject(new Error(stderr));
        }
      },
    );
  });
}

/** The records that were printed, as a DNS server of ours takes them. */
function readZone(text: string): DnsRecord[] {
  const lines = text.matchAll(/^ *([^\s;]+)\. +(\d+) IN (A|AAAA|MX|TXT|CNAME) +(.+)$/gm);
  return [...lines].map(([, name = '', , type, data = '']) => ({
    name,
    type: type as DnsRecord['type'],
    value:
      type === 'TXT'
        ? [...data.matchAll(/"([^"]*)"/g)].map(([, chunk]) => chunk).join('')
        : data.replace(/^\d+ /, '').replace(/\.$/, ''),
  }));
}
