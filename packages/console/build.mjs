/**
 * Builds the console: `node packages/console/build.mjs`, with `--watch` again after each change.
 *
 * Types of the API come from the OpenAPI documents (`pnpm run generate` makes the console's own), the files of `dist` from Vite. Each file is compressed here once, so that
 * api-gateway only sends bytes. Without a change of the sources there is nothing to do; a build replaces `dist` as a whole, so
 * builds may run side by side.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import react from '@vitejs/plugin-react';
import openapiTS, { astToString } from 'openapi-typescript';
import { build } from 'vite';

const here = import.meta.dirname;
const top = path.resolve(here, '../..');
const dist = path.join(here, 'dist');
const generated = path.join(here, 'src/api/generated');
const stampFile = path.join(dist, '.sources');
const documents = {
  api: 'docs/openapi.json',
  console: 'packages/console/src/api/generated/openapi-console.json',
};

/** Kilobytes of compressed scripts before the first page. What is large (charts, editors) is loaded with its page. */
const firstLoadMax = 260;

/** Every page needs these modules. In one file they compress better than in twenty: 15 kB less for the first page. */
const base =
  /src.(api|session).|node_modules.*@tanstack.(react-query|query-core|react-router|router-core|history|store|react-store)/;

/** Replaced by api-gateway with a fresh nonce in each response. */
const noncePlaceholder = '__CSP_NONCE__';

// Jest sets it to `test`, and React would be built for development.
process.env.NODE_ENV = 'production';

async function buildOnce() {
  const sources = fingerprint();
  if (read(stampFile) === sources && fs.existsSync(path.join(generated, 'api.ts'))) return;
  await generateTypes();
  const made = path.join(top, `.local/console-build-${process.pid}`);
  await build(viteConfig(made));
  await compressFiles(path.join(made, 'assets'));
  checkFirstLoad(made);
  fs.writeFileSync(path.join(made, '.sources'), sources);
  const old = `${made}-old`;
  if (fs.existsSync(dist)) fs.renameSync(dist, old);
  fs.renameSync(made, dist);
  fs.rmSync(old, { recursive: true, force: true });
}

function viteConfig(outDir) {
  return {
    root: here,
    base: '/console/',
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    html: { cspNonce: noncePlaceholder },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // The first that know light-dark(): what replaces it does not follow the colour scheme that people choose.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      // The polyfill is an inline script.
      modulePreload: { polyfill: false },
      // Nothing inline: each file has an address that changes with its content.
      assetsInlineLimit: 0,
      manifest: 'manifest.json',
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: base }] } } },
      chunkSizeWarningLimit: 1_500,
    },
  };
}

async function generateTypes() {
  for (const [name, document] of Object.entries(documents)) {
    const ast = await openapiTS(withoutHeaders(JSON.parse(read(path.join(top, document)))), {
      exportType: true,
      // Fields of requests that have a default can be left out.
      defaultNonNullable: false,
    });
    const code = `// Generated from ${document} by build.mjs.\n${astToString(ast)}`;
    writeChanged(`${name}.ts`, code);
  }
  writeChanged('event-examples.ts', eventExamples());
}

/** Of each webhook event its type, what it means, and a body. */
function eventExamples() {
  const { webhooks } = JSON.parse(read(path.join(top, documents.api)));
  const examples = Object.entries(webhooks).map(([type, { post }]) => ({
    type,
    summary: post.summary,
    body: post.requestBody.content['application/json'].example,
  }));
  return `// Generated from ${documents.api} by build.mjs.\nexport const eventExamples = ${JSON.stringify(examples, null, 2)} as const;\n`;
}

function writeChanged(name, code) {
  const file = path.join(generated, name);
  if (read(file) !== code) fs.writeFileSync(file, code);
}

/** The client adds the headers of the organization and the mode to each request. */
function withoutHeaders(document) {
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path))
      operation.parameters = operation.parameters?.filter((parameter) => parameter.in !== 'header');
  return document;
}

async function compressFiles(folder) {
  const brotli = promisify(zlib.brotliCompress);
  const gzip = promisify(zlib.gzip);
  const compressible = fs.readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    compressible.map(async (name) => {
      const content = fs.readFileSync(path.join(folder, name));
      fs.writeFileSync(path.join(folder, `${name}.br`), await brotli(content));
      fs.writeFileSync(path.join(folder, `${name}.gz`), await gzip(content, { level: 9 }));
    }),
  );
}

/** Pages that people open first. */
const firstPages = ['src/pages/overview/overview-page.tsx', 'src/pages/emails/emails-page.tsx'];

/** Compressed scripts that a browser has loaded when one of the first pages is shown. Fails the build if they are too many. */
function checkFirstLoad(folder) {
  const manifest = JSON.parse(read(path.join(folder, 'manifest.json')));
  const add = (chunks, name) => {
    if (chunks.has(name)) return;
    chunks.add(name);
    for (const each of manifest[name].imports ?? []) add(chunks, each);
  };
  for (const page of firstPages) {
    const chunks = new Set();
    for (const entry of ['index.html', page]) add(chunks, entry);
    const sizes = [...chunks].map((name) => fs.statSync(path.join(folder, `${manifest[name].file}.gz`)).size);
    const kilobytes = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1_024);
    if (kilobytes > firstLoadMax) {
      throw new Error(`${page} loads ${kilobytes} kB of compressed scripts; ${firstLoadMax} are allowed`);
    }
    console.log(
      `console: ${page} loads ${kilobytes} kB of compressed scripts, of at most ${firstLoadMax} kB`,
    );
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  const sources = filesIn(path.join(here, 'src')).filter(
    (file) => !file.startsWith(generated) && !/\.test\.tsx?$/.test(file),
  );
  const others = ['index.html', 'build.mjs', 'package.json'].map((name) => path.join(here, name));
  const inputs = [...sources, ...others, ...Object.values(documents).map((name) => path.join(top, name))];
  for (const file of inputs.sort()) hash.update(path.relative(top, file)).update(fs.readFileSync(file));
  return hash.digest('hex');
}

/** Builds once for each burst of writes, never twice at a time. A failed build is reported and the next change tries again. */
function watch() {
  let timer = null;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(buildOnce).catch((error) => console.error(String(error)));
  };
  fs.watch(path.join(here, 'src'), { recursive: true }, (_event, name) => {
    if (name?.includes('generated')) return;
    clearTimeout(timer);
    timer = setTimeout(run, 200);
  });
  run();
}

function filesIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}

if (process.argv.includes('--watch')) watch();
else await buildOnce();
