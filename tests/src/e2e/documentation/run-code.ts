import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@postrider/testkit';
import { languages, pathOf, type CodeBlock, type Language } from './code-blocks';
import type { Framework } from './frameworks';

const run = promisify(execFile);
/** More than a hundred requests one after the other take a minute on a busy machine. */
const timeoutMs = 240_000;
const outputBytesMax = 16 * 1024 * 1024;

/** With whom a program speaks: the API, the key, its id, and who has signed the certificate of the SMTP server. */
export interface Access {
  readonly url: string;
  readonly token: string;
  readonly keyId: string;
  readonly caFile: string;
}

/**
 * @param given.files blocks that the program finds as files
 * @throws with what the program said, when it fails
 */
export function runCode(
  { language, code }: Pick<CodeBlock, 'language' | 'code'>,
  { access: { token, ...access }, files }: { readonly access: Access; readonly files: readonly CodeBlock[] },
): Promise<string> {
  return inFolder((folder) => {
    for (const file of files) writeTo(folder, pathOf(file), file.code);
    const env = environmentOf(access);
    return runFile(language, { folder, files: [write(language, code, folder)], token, env }).catch(
      (error: unknown) => {
        throw new Error(`this fails:\n${code}`, { cause: error });
      },
    );
  });
}

/**
 * Runs an application of a framework with the parts of a guide as its files.
 * @throws with what it said, when it fails
 */
export function runInFramework(
  { files, commands }: Framework,
  { access, parts }: { readonly access: Access; readonly parts: readonly CodeBlock[] },
): Promise<void> {
  return inFolder(async (folder) => {
    for (const part of parts) writeTo(folder, pathOf(part), part.code);
    for (const [name, content] of Object.entries(files)) writeTo(folder, name, content);
    const env = { ...process.env, ...environmentOf(access), POSTRIDER_API_KEY: access.token };
    for (const [command, ...words] of commands) {
      await run(command, words, { cwd: folder, timeout: timeoutMs, env });
    }
  });
}

function writeTo(folder: string, name: string, content: string): void {
  const place = path.join(folder, name);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, content);
}

function environmentOf({ url, keyId, caFile }: Omit<Access, 'token'>): Readonly<Record<string, string>> {
  return {
    ...{ POSTRIDER_API_KEY_ID: keyId, POSTRIDER_BASE_URL: url, POSTRIDER_WEBHOOK_SECRET: 'whsec_test' },
    ...{ CURL_CA_BUNDLE: caFile, SSL_CERT_FILE: caFile, NODE_EXTRA_CA_CERTS: caFile },
    PYTHONPATH: path.join(projectRoot(), 'clients/python/src'),
  };
}

/** How the syntax of a file is checked, without what it imports. */
const syntaxChecks: Readonly<Partial<Record<Language, readonly string[]>>> = {
  ts: [
    path.join(projectRoot(), 'node_modules/typescript7/bin/tsc'),
    ...['--noCheck', '--noEmit', '--experimentalDecorators', '--target', 'es2024', '--module', 'nodenext'],
  ],
  php: ['-l'],
  django: ['-m', 'py_compile'],
  ruby: ['-c'],
};

/** @throws with what is wrong */
export async function checkSyntax({ language, code }: CodeBlock): Promise<void> {
  const check = syntaxChecks[language];
  if (!check) throw new Error(`nothing checks the syntax of ${language}`);
  await inFolder((folder) =>
    runFile(language, { folder, files: [...check, write(language, code, folder)], token: '' }),
  );
}

/** @throws with what the program said, when it fails */
export async function runFile(
  language: Language,
  given: {
    readonly folder: string;
    readonly files: readonly string[];
    readonly token: string;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<string> {
  const { folder, files, token } = given;
  const env = {
    ...process.env,
    ...{ POSTRIDER_API_KEY: token, POSTRIDER_CONFIG_DIR: path.join(folder, 'config') },
    PATH: [path.join(folder, 'bin'), process.env['PATH']].join(path.delimiter),
    ...given.env,
  };
  const options = { cwd: folder, timeout: timeoutMs, maxBuffer: outputBytesMax, env };
  try {
    const { stdout } = await run(languages[language].command, argumentsFor(language, files), options);
    return stdout;
  } catch (error) {
    const { stdout, stderr, killed } = error as { stdout?: string; stderr?: string; killed?: boolean };
    const end = killed === true ? `did not end within ${timeoutMs} ms` : 'failed';
    throw new Error(`${language} ${end}: ${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

/**
 * In a folder that has the packages that the pages install by npm and `composer require postrider/postrider`, with `postrider-cli`
 * on the path.
 */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = createFolder();
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

export interface RunningCode {
  output(): string;
  stop(): void;
}

/** Starts a server that the pages show, on another port than theirs. */
export function startServer(
  language: Language,
  code: string,
  { secret, port }: { readonly secret: string; readonly port: number },
): RunningCode {
  const folder = createFolder();
  const file = write(language, code.replace('3000', String(port)), folder);
  // PHP has no server in the program: its web server runs it.
  const options = language === 'php' ? ['-S', `127.0.0.1:${port}`] : [];
  const child = spawn(languages[language].command, [...options, ...argumentsFor(language, [file])], {
    cwd: folder,
    // `go run` has a child, which ends with its group.
    detached: true,
    env: { ...process.env, POSTRIDER_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return {
    output: () => output,
    stop: () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      fs.rmSync(folder, { recursive: true });
    },
  };
}

function createFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-documentation-'));
  for (const name of ['node_modules', 'bin']) fs.mkdirSync(path.join(folder, name));
  const main = path.join(projectRoot(), 'packages/cli/dist/main.js');
  const program = `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`;
  fs.writeFileSync(path.join(folder, 'bin/postrider-cli'), program, { mode: 0o755 });
  const client = path.join(projectRoot(), 'packages/sdk');
  const ofClient = ['nodemailer', 'react', 'react-dom', '@react-email', 'esbuild'];
  const ofTests = ['express', '@nestjs', 'reflect-metadata', 'rxjs', '@types/express'];
  const packages = [
    ['postrider', client],
    ['@types/node', path.join(projectRoot(), 'node_modules/@types/node')],
    ...ofTests.map((each) => [each, path.join(projectRoot(), 'tests/node_modules', each)] as const),
    ...ofClient.map((each) => [each, path.join(client, 'node_modules', each)] as const),
  ] as const;
  for (const [name, place] of packages) {
    const link = path.join(folder, 'node_modules', name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(place, link);
  }
  fs.mkdirSync(path.join(folder, 'vendor'));
  fs.writeFileSync(path.join(folder, 'vendor/autoload.php'), autoload);
  fs.writeFileSync(path.join(folder, resolver), resolverProgram);
  return folder;
}

const autoload = String.raw`<?php
spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'Postrider\\')) {
        require '${projectRoot()}/clients/php/src/' . strtr(substr($class, strlen('Postrider\\')), '\\', '/') . '.php';
    }
});
`;

/** Finds `./mail` as `./mail.ts`, as the bundlers of frameworks do. */
const resolver = 'resolver.mjs';
const resolverProgram = String.raw`import { registerHooks } from 'node:module';
registerHooks({
  resolve: (specifier, context, next) => {
    const isOfGuide = /\.m?ts$/.test(context.parentURL) && /^\.\.?\//.test(specifier);
    return next(isOfGuide && !/\.\w+$/.test(specifier) ? specifier + '.ts' : specifier, context);
  },
});
`;

/** Where a shell has no jq: as much of it as the pages use. */
const shellProgram = `set -euo pipefail
command -v jq >/dev/null || jq() {
  node -p "JSON.parse(fs.readFileSync(0))$(echo "$2" | sed 's/^\\.//; s/^/./; s/\\.\\[/[/g')"
}
`;

/** @returns the name of the file */
function write(language: Language, code: string, folder: string): string {
  const { file } = languages[language];
  fs.writeFileSync(path.join(folder, file), language === 'sh' ? shellProgram + code : code);
  return file;
}

function argumentsFor(language: Language, files: readonly string[]): readonly string[] {
  if (language === 'ts') return ['--import', `./${resolver}`, ...files];
  return language === 'go' ? ['run', ...files] : files;
}
