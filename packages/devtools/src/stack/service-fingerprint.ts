import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { localPath, projectRoot } from '@postrider/testkit';
import type { ServiceName, ServiceSettings } from '../processes/service-process';

/** A hash of all that a running service was made of: its own output, the packages' and its settings. */
export function fingerprintOf(service: ServiceName, settings: ServiceSettings): string {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const folder of [path.join('services', service), ...packagesOf(service)]) {
    const dist = path.join(projectRoot(), folder, 'dist');
    for (const file of javaScriptIn(dist)) hash.update(file).update(fs.readFileSync(path.join(dist, file)));
  }
  return hash.digest('hex');
}

export function readFingerprint(service: ServiceName): string | undefined {
  const file = fingerprintFile(service);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

export function writeFingerprint(service: ServiceName, fingerprint: string): void {
  fs.writeFileSync(fingerprintFile(service), fingerprint);
}

function fingerprintFile(service: ServiceName): string {
  return localPath('run', `${service}.fingerprint`);
}

/** Folders of our packages that the service depends on, directly or through another package. */
function packagesOf(service: ServiceName): string[] {
  const found = new Set<string>();
  const visit = (folder: string) => {
    const manifest = JSON.parse(
      fs.readFileSync(path.join(projectRoot(), folder, 'package.json'), 'utf8'),
    ) as {
      dependencies?: Record<string, string>;
    };
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const dependency = path.join('packages', name.replace('@postrider/', ''));
      if (!name.startsWith('@postrider/') || found.has(dependency)) continue;
      found.add(dependency);
      visit(dependency);
    }
  };
  visit(path.join('services', service));
  return [...found].sort();
}

function javaScriptIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.js')).sort();
}
