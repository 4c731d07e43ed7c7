import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestContext, eventually, projectRoot, type TestContext } from '@postrider/testkit';
import { startSystem } from '../system/start-system';

const megabyte = 1_000_000;
const imageMax = 240 * megabyte;
/** The packages that gcr.io/distroless/cc-debian12 consists of, by Debian's installed sizes. */
const baseImage = 26 * megabyte;

/** One pixel. */
const dotPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const run = promisify(execFile);
let tree = '';

beforeAll(async () => {
  tree = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-image-'));
  // The steps of the Dockerfile; only where pnpm and its store are differs.
  const pnpm = ['npx', '--yes', 'pnpm@10.34.8', '--prefer-offline'];
  await run(process.execPath, ['deploy/images/production-tree.mjs', tree, ...pnpm], { cwd: projectRoot() });
});
afterAll(() => {
  if (tree) fs.rmSync(tree, { recursive: true });
});

describe('what the image holds', () => {
  it('is made by the steps that are tested here, and of nothing else', () => {
    const dockerfile = fs.readFileSync(path.join(projectRoot(), 'deploy/images/Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^ {4}node deploy\/images\/production-tree\.mjs \/tree pnpm /m);
    const [, service = ''] =
      /^FROM \S+ AS service\n(.*?)^(?=#|FROM)/ms.exec(dockerfile.replace(/^#.*\n/gm, '')) ?? [];
    expect(service.match(/^(COPY|ADD|RUN) .*/gm)).toEqual([
      'COPY --from=base /etc/passwd /etc/group /etc/',
      'COPY --from=base /usr/local/bin/node /usr/local/bin/node',
      'COPY --from=base /usr/local/LICENSE /usr/local/LICENSE',
      'COPY --from=production /tree /app',
      'COPY --chmod=755 deploy/images/postrider.cjs /usr/local/bin/postrider',
    ]);
  });

  it('has no compiler, no test kit, no database studio and no tests', () => {
    const packages = fs.readdirSync(path.join(tree, 'node_modules', '.pnpm')).join('\n');
    expect(packages).not.toMatch(
      /^(typescript|prisma|@prisma\+(engines|studio|dev|fetch)|react|jest|@swc|maildev|cloudflare|testcontainers)/m,
    );
    expect(ours().map((folder) => path.relative(tree, folder))).not.toContain('packages/testkit');
    expect(ours().map((folder) => fs.readdirSync(folder).sort().join(' '))).toEqual(
      ours().map((folder) => contentOf[path.basename(folder)] ?? 'dist node_modules package.json'),
    );
    const files = filesIn(tree).map((file) => path.relative(tree, file));
    expect(files.length).toBeGreaterThan(1_000);
    expect(
      files.filter((file) => /\.(test\.js|[cm]?ts|wasm)$|\/(testing|schema-tools)\//.test(file)),
    ).toEqual([]);
  });

  it('tells what it consists of: every package of the tree, with its license and the hash that the lock file knows', () => {
    const sbom = JSON.parse(fs.readFileSync(path.join(tree, 'sbom.cdx.json'), 'utf8')) as Sbom;
    const store = path.join(tree, 'node_modules', '.pnpm');
    const manifests = filesIn(store).filter((file) => isManifestOfPackage(path.relative(store, file)));
    const installed = [...manifests, ...ours().map((folder) => path.join(folder, 'package.json'))].map(
      (file) => {
        const { name, version } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>;
        return `${name}@${version}`;
      },
    );
    const named = sbom.components.map(({ name, version }) => `${name}@${version}`);
    expect(installed.length).toBeGreaterThan(200);
    expect(named.sort()).toEqual([...new Set(installed), `node@${process.versions.node}`].sort());
    const theirs = sbom.components.filter(({ purl }) => purl?.startsWith('pkg:npm/'));
    expect(theirs).toHaveLength(new Set(installed).size - ours().length);
    expect(theirs.filter(({ hashes, licenses }) => !hashes?.[0] || !licenses)).toEqual([]);
    const known = new Set([sbom.metadata.component, ...sbom.components].map((each) => each['bom-ref']));
    const edges = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(edges.filter((ref) => !known.has(ref))).toEqual([]);
    expect(sbom.dependencies.find(({ ref }) => ref.startsWith('express@'))?.dependsOn.join(' ')).toContain(
      'body-parser@',
    );
  });

  it('keeps the licence text of every package that has one', () => {
    const isLicence = (name: string) => /^(licen[cs]e|notice|copying)/i.test(name);
    const store = path.join('node_modules', '.pnpm');
    const lost = fs.readdirSync(path.join(tree, store)).flatMap((name) => {
      const folder = path.join(
        store,
        name,
        'node_modules',
        (/^(@[^+]+\+)?[^@]+/.exec(name)?.[0] ?? '').replace('+', '/'),
      );
      const source = path.join(projectRoot(), folder);
      if (!fs.existsSync(source) || !fs.existsSync(path.join(tree, folder))) return [];
      const kept = fs.readdirSync(path.join(tree, folder));
      return fs
        .readdirSync(source)
        .filter((file) => isLicence(file) && !kept.includes(file))
        .map((file) => `${name}/${file}`);
    });
    expect(lost).toEqual([]);
    expect(fs.existsSync(path.join(tree, 'LICENSE'))).toBe(true);
  });

  it(`is at most ${imageMax / megabyte} MB with Node and the base image`, () => {
    const size = filesIn(tree).reduce((sum, file) => sum + fs.lstatSync(file).size, 0);
    const node = fs.statSync(process.execPath).size;
    process.stdout.write(
      `image: ${Math.round((size + node + baseImage) / megabyte)} MB, ours ${Math.round(size / megabyte)}\n`,
    );
    expect(size + node + baseImage).toBeLessThan(imageMax);
  });
});

describe('what runs from it', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await createTestContext();
  });
  afterAll(() => context.close());
  const program = (file: string, args: string[], settings: Record<string, string>) =>
    run(process.execPath, [path.join(tree, file), ...args], { cwd: tree, env: settings, timeout: 60_000 });

  it('migrates an empty database', async () => {
    const name = `${new URL(context.databaseUrl).pathname.slice(1)}_empty`;
    await context.pool.query(`CREATE DATABASE ${name}`);
    try {
      const url = new URL(context.databaseUrl);
      url.pathname = `/${name}`;
      const { stdout } = await program('packages/db/dist/migrations/migrate.cli.js', [], {
        DATABASE_URL: url.href,
      });
      expect(stdout).toMatch(/applied \d+_init\n[^]*schema is up to date/);
    } finally {
      await context.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });

  it('obeys the operator', async () => {
    const args = ['organizations', 'create', '--name', 'Acme', '--slug', 'acme-image', '--kind', 'client'];
    // As /usr/local/bin/postrider, where the tree is /app.
    const main = 'postrider.cjs';
    const script = fs.readFileSync(path.join(projectRoot(), 'deploy/images/postrider.cjs'), 'utf8');
    fs.writeFileSync(path.join(tree, main), script.replaceAll('/app/', `${tree}/`));
    const { stdout } = await program(main, ['--json', ...args, '--plan', 'starter'], context.settings);
    expect(JSON.parse(stdout)).toMatchObject({ slug: 'acme-image' });
    expect((await program(main, ['organizations', 'list'], context.settings)).stdout).toContain('acme-image');
  });

  it('accepts, sends, reports and counts a mail with its five services, and decodes an image', async () => {
    const system = await startSystem({ suite: 'image', context, programRootOf: () => tree });
    try {
      for (const { logFile } of system.processes.all) expect(fs.existsSync(logFile)).toBe(true);
      const commands = system.processes.all.map(({ pid }) => commandOf(pid() ?? 0));
      expect(commands.filter((command) => command.includes(projectRoot() + '/services'))).toEqual([]);
      const { id } = await system.api().send({
        from: `ada@${system.tenant.domain.name}`,
        to: ['grace@recipients.test'],
        subject: 'From the image',
        text: 'It works.\n',
      });
      const isDelivered = async () => (await system.api().email(id)).last_event === 'delivered';
      await eventually(isDelivered, { what: 'the mail to be delivered' });
      const isTold = () => system.world.webhooks.received.some(({ rawBody }) => rawBody.includes(id));
      await eventually(isTold, { what: 'a webhook about it' });
      const isCounted = async () => (await system.api().metrics('?days=1')).totals.delivered === 1;
      await eventually(isCounted, { what: 'it to be counted' });
      // By a library in C++, which is loaded when the first image comes.
      const image = { filename: 'dot.png', content: dotPng };
      const uploaded = await system.api().request<{ url: string }>('POST', '/images', { body: image });
      expect(uploaded).toMatchObject({ status: 201, body: { width: 1, height: 1 } });
      const served = await fetch(system.apiUrl + new URL(uploaded.body.url).pathname);
      expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
      for (const page of ['/docs/emails', '/docs/guides/webhooks']) {
        const docs = await fetch(system.apiUrl + page);
        expect([page, docs.status, (await docs.text()).includes('<h1')]).toEqual([page, 200, true]);
      }
    } finally {
      await system.stop();
    }
  });
});

/** As much of a CycloneDX document as is looked at. */
interface Sbom {
  readonly metadata: { readonly component: SbomComponent };
  readonly components: readonly SbomComponent[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface SbomComponent {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

/** `<name>@<version>/node_modules/<name>/package.json`, and no deeper. */
function isManifestOfPackage(file: string): boolean {
  return /^[^/]+\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file);
}

/** Of folders that hold something else than their code and their modules. */
const contentOf: Readonly<Record<string, string>> = {
  'api-gateway': 'assets dist node_modules package.json',
  db: 'dist node_modules package.json prisma',
  // What it depends on is built into its files.
  console: 'dist package.json',
  // Depends on nothing.
  'smtp-client': 'dist package.json',
};

function ours(): string[] {
  return ['packages', 'services'].flatMap((parent) =>
    fs.readdirSync(path.join(tree, parent)).map((name) => path.join(tree, parent, name)),
  );
}

function filesIn(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}

function commandOf(pid: number): string {
  return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
}
