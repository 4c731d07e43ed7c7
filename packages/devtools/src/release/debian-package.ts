import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

/** Debian and Ubuntu have it. */
export const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;

const timeoutMs = 300_000;
const scripts = ['postinst', 'prerm', 'postrm'];
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Beside the production tree: manuals and what they refer to. */
const alsoInTree = [
  ...['README.md', 'CHANGELOG.md', 'docs'],
  ...['deploy/systemd', 'deploy/caddy', 'deploy/backup', 'deploy/prometheus', 'deploy/fail2ban'],
  'deploy/helm/postrider/files/alerts.yaml',
];

/**
 * `postrider_<version>_<architecture>.deb` of the production tree, with the Node.js that runs this. Its scripts are in deploy/debian.
 * Changes the tree.
 * @returns the package's file name
 */
export function buildDebianPackage(
  folder: string,
  { tree, version }: { readonly tree: string; readonly version: string },
): string {
  const architecture = architectures[process.arch] ?? process.arch;
  const name = `postrider_${version}_${architecture}.deb`;
  const root = fs.mkdtempSync(path.join(folder, 'debian-'));
  try {
    completeTree(tree);
    fs.mkdirSync(path.join(root, 'usr', 'lib'), { recursive: true });
    fs.renameSync(tree, path.join(root, 'usr', 'lib', 'postrider'));
    fs.mkdirSync(tree);
    installSystemFiles(root);
    // Directories of the packer's own umask would be closed to the services.
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', root], { timeout: timeoutMs });
    writeControl(root, { version, architecture });
    execFileSync(
      'dpkg-deb',
      ['--root-owner-group', '-Zzstd', '-z6', '--build', root, path.join(folder, name)],
      {
        timeout: timeoutMs,
        stdio: 'pipe',
      },
    );
  } finally {
    fs.rmSync(root, { recursive: true });
  }
  return name;
}

function completeTree(tree: string): void {
  fs.mkdirSync(path.join(tree, 'bin'));
  fs.copyFileSync(process.execPath, path.join(tree, 'bin', 'node'));
  for (const file of alsoInTree) {
    const source = path.join(projectRoot(), file);
    if (fs.existsSync(source)) fs.cpSync(source, path.join(tree, file), { recursive: true });
  }
}

/** Links into the tree where that is enough: units say `/opt/postrider`, which is the version that runs. */
function installSystemFiles(root: string): void {
  const copy = (file: string, to: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, to)), { recursive: true });
    fs.copyFileSync(path.join(projectRoot(), file), path.join(root, to));
  };
  for (const file of units()) copy(file, path.join('usr/lib/systemd/system', path.basename(file)));
  copy('deploy/systemd/caddy.conf', 'usr/lib/systemd/system/caddy.service.d/postrider.conf');
  copy('LICENSE', 'usr/share/doc/postrider/copyright');
  fs.mkdirSync(path.join(root, 'usr/bin'), { recursive: true });
  fs.symlinkSync('../../opt/postrider/deploy/systemd/postrider', path.join(root, 'usr/bin/postrider'));
}

/** Of all folders below deploy that have some. */
function units(): string[] {
  const folders = ['deploy/systemd', 'deploy/backup'].filter((folder) =>
    fs.existsSync(path.join(projectRoot(), folder)),
  );
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(projectRoot(), folder))
      .filter((name) => /\.(service|socket|target|timer|path)$/.test(name))
      .map((name) => path.join(folder, name)),
  );
}

function writeControl(
  root: string,
  { version, architecture }: { readonly version: string; readonly architecture: string },
): void {
  const [kilobytes = '0'] = execFileSync('du', ['-sk', root], { encoding: 'utf8' }).split('\t');
  const values: Readonly<Record<string, string>> = {
    VERSION: version,
    // A pre-release is older than its release.
    DEBIAN_VERSION: version.replace('-', '~'),
    ARCHITECTURE: architecture,
    INSTALLED_KILOBYTES: kilobytes,
  };
  const target = path.join(root, 'DEBIAN');
  fs.mkdirSync(target, { mode: 0o755 });
  for (const name of ['control', ...scripts]) {
    const text = fs.readFileSync(path.join(projectRoot(), 'deploy', 'debian', name), 'utf8');
    const filled = text.replace(/@([A-Z_]+)@/g, (placeholder, key: string) => values[key] ?? placeholder);
    fs.writeFileSync(path.join(target, name), filled, { mode: name === 'control' ? 0o644 : 0o755 });
  }
}
