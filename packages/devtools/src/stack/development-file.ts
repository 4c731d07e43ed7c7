import path from 'node:path';
import { localPath, platformHost, projectRoot, type TlsFiles, writePrivateFile } from '@postrider/testkit';
import { demoDomains } from './demo-domains';
import { demoUsers } from './demo-users';
import type { DevelopmentPorts } from './development-ports';
import type { DevelopmentSecrets } from './development-secrets';
import { organizationSlug } from './seed';
import { zoneFile } from './zone-file';

export interface DevelopmentFacts {
  ports: DevelopmentPorts;
  secrets: DevelopmentSecrets;
  tls: TlsFiles;
  organizationId: string;
}

/** `.local/dev.json`: how to reach and use the running stack. Other programs read it; its shape is fixed. */
export function writeDevelopmentFile(facts: DevelopmentFacts): string {
  const file = localPath('dev.json');
  writePrivateFile(file, `${JSON.stringify(describeDevelopment(facts), null, 2)}\n`);
  return file;
}

export function describeDevelopment({ ports, secrets, tls, organizationId }: DevelopmentFacts) {
  const host = '127.0.0.1';
  const apiUrl = `http://${host}:${ports.api}`;
  const [transactional, bulk] = demoDomains(secrets);
  const [owner, operator] = demoUsers(secrets);
  return {
    api_url: apiUrl,
    console_url: `${apiUrl}/console`,
    docs_url: `${apiUrl}/docs`,
    smtp: {
      host,
      starttls_port: ports.smtpStartTls,
      tls_port: ports.smtpTls,
      ca_file: fromTheTop(tls.caFile),
    },
    inbound: { host, port: ports.inbound },
    sink: { smtp_port: ports.sinkSmtp, api_url: `http://${host}:${ports.sinkApi}` },
    dns: { host, port: ports.dns, zone_file: fromTheTop(zoneFile()) },
    platform_host: platformHost,
    operator: { email: operator.email, password: operator.password },
    console: { email: owner.email, password: owner.password },
    organization: { id: organizationId, slug: organizationSlug, kind: 'internal' },
    domain: transactional.name,
    bulk_domain: bulk.name,
    keys: secrets.keys,
  };
}

function fromTheTop(file: string): string {
  return path.relative(projectRoot(), file);
}
