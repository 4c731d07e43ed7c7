/**
 * Makes the file tree of the production image from a built checkout (the working directory):
 *
 *   node deploy/images/production-tree.mjs /tree pnpm --offline --store-dir=/pnpm/store
 *
 * The first argument is where, the others how pnpm is called. The Dockerfile does this, and so does the test that starts
 * the services from the result. What is inside: the services, the operator's commands, the packages both depend on, and
 * of each its compiled code alone; of other people's packages what runs, without types, source maps and manuals. And
 * `sbom.cdx.json`, which names them all.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describeTree } from './sbom.mjs';

const [tree, pnpm, ...pnpmOptions] = process.argv.slice(2);
if (!tree || !pnpm) throw new Error('usage: production-tree.mjs <target> <pnpm> [options of pnpm]');

/** What pnpm has to see to install from the lock file. */
const installFiles = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', '.pnpmfile.cjs'];
const ours = ['packages', 'services', 'tests'].flatMap((parent) =>
  fs.existsSync(path.join(parent, 'package.json'))
    ? [parent]
    : fs.readdirSync(parent).map((name) => path.join(parent, name)),
);

fs.rmSync(tree, { recursive: true, force: true });
for (const file of [...installFiles, ...ours.map((folder) => path.join(folder, 'package.json'))]) {
  fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  fs.copyFileSync(file, path.join(tree, file));
}
const wanted = ['--filter-prod={./services/*}...', '--filter-prod=@postrider/operator...'];
execFileSync(pnpm, [...pnpmOptions, ...wanted, 'install', '--prod', '--frozen-lockfile'], {
  cwd: tree,
  env: { ...process.env, CI: 'true' },
  stdio: ['ignore', 'inherit', 'inherit'],
});

pruneModules(path.join(tree, 'node_modules', '.pnpm'));
// A package that depends on nothing has no folder of modules: it is wanted where one that is installed links it.
const linked = new Set(
  ours.flatMap((folder) => {
    const links = path.join(tree, folder, 'node_modules', '@postrider');
    return fs.existsSync(links) ? fs.readdirSync(links).map((name) => path.join('packages', name)) : [];
  }),
);
for (const folder of ours) {
  const isInstalled = fs.existsSync(path.join(tree, folder, 'node_modules'));
  if (isInstalled || linked.has(folder)) copyOurs(folder);
  else fs.rmSync(path.join(tree, folder), { recursive: true });
}
fs.copyFileSync('LICENSE', path.join(tree, 'LICENSE'));
// The gateway serves them.
for (const folder of ['guides', 'runbooks'])
  fs.cpSync(path.join('docs', folder), path.join(tree, 'docs', folder), { recursive: true });
// What an installation consists of beside this tree: `postrider setup` writes it.
for (const name of ['compose/compose.yaml', 'caddy']) {
  fs.cpSync(path.join('deploy', name), path.join(tree, 'deploy', name), { recursive: true });
}
const sbom = describeTree(tree, { lockFile: 'pnpm-lock.yaml' });
fs.writeFileSync(path.join(tree, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`);
const notes = ['.modules.yaml', '.pnpm-workspace-state-v1.json', '.pnpm/lock.yaml'].map((name) =>
  path.join('node_modules', name),
);
for (const file of [...installFiles.slice(1), ...notes]) fs.rmSync(path.join(tree, file), { force: true });

/** Compiled code with the maps that make its stack traces readable, migrations, and what the pages of the API load. */
function copyOurs(folder) {
  fs.rmSync(path.join(tree, folder, 'node_modules', '.bin'), { recursive: true, force: true });
  const migrations = filesIn(path.join(folder, 'prisma', 'migrations')).filter((file) =>
    /migration\.sql$|migration_lock\.toml$/.test(file),
  );
  const compiled = filesIn(path.join(folder, 'dist')).filter((file) => isCompiledFromHere(folder, file));
  for (const file of [...compiled, ...migrations, ...filesIn(path.join(folder, 'assets'))]) {
    fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    fs.copyFileSync(file, path.join(tree, file));
  }
}

/** Not what an earlier build has left behind, nor what db needs to write new migrations. The console's build leaves nothing behind. */
function isCompiledFromHere(folder, file) {
  if (folder === path.join('packages', 'console')) return true;
  const [, name] = /^dist\/(.+)\.js(\.map)?$/.exec(path.relative(folder, file)) ?? [];
  if (name === undefined || /\.test$|^schema-tools\//.test(name)) return false;
  return fs.existsSync(path.join(folder, 'src', `${name}.ts`));
}

function pruneModules(modules) {
  // Most licences ask for their text to go with every copy.
  const licenceText = /\/(licen[cs]e|notice|copying)[^/]*$/i;
  const unused = [
    /\.(map|[cm]?ts|md|markdown|tsbuildinfo|test\.[cm]?js)$/i,
    // Sources of addons in C++, whose compiled form is installed.
    /\.(cc|h|gyp)$/,
    // Prisma's compilers of queries for other databases, and for other runtimes than ours.
    /\/@prisma\/client\/runtime\/(?!(client|query_compiler_small_bg\.postgresql(\.wasm-base64)?)\.js$)/,
    // Builds for browsers and bundlers beside the one that `require` loads: what is ours is CommonJS, and so is what it loads these from.
    /\/dist\/(umd|iife|browser)\//,
    /\/(csv-(parse|stringify)|bullmq)\/dist\/esm\//,
    /\/(joi|protobufjs)\/dist\//,
    /\/liquidjs\/dist\/(?!liquid\.node\.js$)/,
    /\/tldts\/dist\/(es6\/|index\.\w+\.min\.js$)/,
    /\/luxon\/(src|build\/(?!node\/))/,
    /\/bowser\/(src\/|bundled\.js$|bowser\.mjs$)/,
    /\/encoding-japanese\/encoding(\.min)?\.js$/,
    /\/@opentelemetry\/(semantic-conventions|configuration)\/dist\/.*\.mjs$/,
    /\/node_modules\/\.bin\//,
    /\/node_modules\/(@[^/]+\/)?[^/]+\/(tests?|__tests__|examples?|docs)\//,
  ];
  for (const file of filesIn(modules))
    if (!licenceText.test(file) && unused.some((pattern) => pattern.test(file))) fs.rmSync(file);
}

/** Not by `recursive: true`, which follows the links that pnpm's folders consist of. */
function filesIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}
