import { migrate } from '@postrider/db';
import { ensureTlsFiles } from '@postrider/testkit';
import { demoDomains } from './demo-domains';
import { developmentPorts } from './development-ports';
import { ensureDevelopmentSecrets } from './development-secrets';
import { seed } from './seed';
import { firstMailInstructions } from './welcome';
import { writeZoneFile } from './zone-file';

/** What `make up` does between engines and services, for docker-compose.yml: there the master key is given. */
async function main(): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL'] ?? '';
  const masterKey = process.env['MASTER_KEY'] ?? '';
  const secrets = { ...(await ensureDevelopmentSecrets()), masterKey };
  await ensureTlsFiles();
  await migrate({ databaseUrl });
  await seed(databaseUrl, secrets);
  writeZoneFile(demoDomains(secrets));
  process.stdout.write(firstMailInstructions(developmentPorts(), secrets));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
