/**
 * @prisma/client names its command line and TypeScript as peers, which brings both, a database studio and React into
 * production (230 MB). The generated client needs neither; packages/db has both for development.
 */
function readPackage(manifest) {
  if (manifest.name === '@prisma/client') {
    for (const name of ['prisma', 'typescript']) {
      delete manifest.peerDependencies?.[name];
      delete manifest.peerDependenciesMeta?.[name];
    }
  }
  return manifest;
}

module.exports = { hooks: { readPackage } };
