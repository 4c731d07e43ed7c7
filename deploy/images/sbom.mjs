import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';

/**
 * What an installed tree consists of, as CycloneDX 1.6: each package of others with version, license, the hash by which the lock file
 * knows its archive, and what it depends on; ours, and the Node.js that runs them. No time and no serial number: the same tree
 * gives the same text.
 */
export function describeTree(tree, { lockFile }) {
  const archives = archiveHashes(fs.readFileSync(lockFile, 'utf8'));
  const theirs = installedPackages(tree).map((folder) => packageOf(folder, archives));
  const ours = ourFolders(tree).map((folder) => ({ ...componentOf(readManifest(folder)), folder }));
  const known = new Map([...theirs, ...ours].map((each) => [fs.realpathSync(each.folder), each]));
  const root = { ...componentOf(readManifest(tree)), type: 'application' };
  const node = {
    type: 'platform',
    'bom-ref': `node@${process.versions.node}`,
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
  };
  const components = [...known.values()].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components: [node, ...components.map((each) => ({ ...each, folder: undefined }))],
    dependencies: [
      { ref: root['bom-ref'], dependsOn: [node, ...ours].map((each) => each['bom-ref']).sort() },
      ...components.map((each) => ({ ref: each['bom-ref'], dependsOn: dependenciesOf(each.folder, known) })),
    ],
  };
}

/** Every package is once in pnpm's store of the tree; what it may ask for lies beside it as links. */
function installedPackages(tree) {
  const store = path.join(tree, 'node_modules', '.pnpm');
  return fs
    .readdirSync(store)
    .filter((name) => name !== 'node_modules')
    .flatMap((name) => foldersIn(path.join(store, name, 'node_modules')))
    .filter((folder) => !fs.lstatSync(folder).isSymbolicLink());
}

function ourFolders(tree) {
  return ['packages', 'services'].flatMap((parent) => foldersIn(path.join(tree, parent)));
}

function packageOf(folder, archives) {
  const manifest = readManifest(folder);
  const hash = archives.get(`${manifest.name}@${manifest.version}`);
  if (hash === undefined) throw new Error(`${manifest.name}@${manifest.version} is not in the lock file`);
  return {
    ...componentOf(manifest),
    purl: `pkg:npm/${manifest.name.replace('@', '%40')}@${manifest.version}`,
    hashes: [{ alg: 'SHA-512', content: hash }],
    folder,
  };
}

function componentOf({ name, version, license }) {
  const licenses =
    typeof license === 'string' && license !== 'UNLICENSED' && !license.startsWith('SEE ')
      ? { licenses: [{ expression: license }] }
      : {};
  return { type: 'library', 'bom-ref': `${name}@${version}`, name, version, ...licenses };
}

/** Of a package: what is linked beside it and that it names; of ours, what is linked below it. */
function dependenciesOf(folder, known) {
  const manifest = readManifest(folder);
  const names = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  });
  const beside = path.join(folder, '..', ...(manifest.name.startsWith('@') ? ['..'] : []));
  const found = names.flatMap((name) =>
    [path.join(folder, 'node_modules', name), path.join(beside, name)]
      .filter((each) => fs.existsSync(each))
      .slice(0, 1),
  );
  return [
    ...new Set(found.map((each) => known.get(fs.realpathSync(each))?.['bom-ref']).filter(Boolean)),
  ].sort();
}

/** Hexadecimal SHA-512 of each archive, by `name@version`. */
function archiveHashes(lock) {
  const [, packages = ''] = /^packages:\n(.*?)^snapshots:/ms.exec(lock) ?? [];
  const entries = packages.matchAll(/^ {2}'?([^'\s]+)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm);
  return new Map([...entries].map(([, name, hash]) => [name, Buffer.from(hash, 'base64').toString('hex')]));
}

/** Packages in a folder of modules; those of a scope lie one level deeper. */
function foldersIn(parent) {
  if (!fs.existsSync(parent)) return [];
  return fs.readdirSync(parent).flatMap((name) => {
    const folder = path.join(parent, name);
    return name.startsWith('@')
      ? foldersIn(folder)
      : fs.existsSync(path.join(folder, 'package.json'))
        ? [folder]
        : [];
  });
}

function readManifest(folder) {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
}
