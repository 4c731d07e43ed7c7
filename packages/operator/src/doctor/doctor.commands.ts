import { formatHostPort } from '@postrider/runtime';
import { checkDirectDelivery } from '@postrider/smtp-client';
import type { Command } from 'commander';
import { directDeliverySettings } from '../config';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { readActiveSources } from '../sources/sources.repository';

export function addCommands(group: Command, run: RunCommand): void {
  group
    .description(
      'check whether email can be delivered to MX hosts: port 25, and the DNS names of source addresses. Exits with 1 if not. Run it where send-worker runs, with its settings',
    )
    .action(() => run(diagnose, (rows) => rows.some((row) => row['state'] !== 'ok')));
}

async function diagnose(session: Session): Promise<Row[]> {
  const settings = directDeliverySettings();
  const findings = await checkDirectDelivery({
    servers: settings.DNS_SERVERS.map(formatHostPort),
    port: settings.MX_PORT,
    helloName: settings.EHLO_NAME,
    sources: await readActiveSources(session.pool()),
  });
  return findings.map(({ ok, ...finding }) => ({ ...finding, state: ok ? 'ok' : 'wrong' }));
}
