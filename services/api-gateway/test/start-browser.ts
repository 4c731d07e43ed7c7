import fs from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Null when there is a browser; otherwise why the tests with one are skipped. */
export function browserMissing(): string | null {
  return fs.existsSync(executablePath)
    ? null
    : `${executablePath} is not on this machine (apt-get install chromium)`;
}

/** Debian's Chromium, which asks no other host for anything. */
export function startBrowser(): Promise<Browser> {
  const quiet = ['quic', 'background-networking', 'component-update', 'sync'];
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...quiet.map((name) => `--disable-${name}`)],
    timeout: 30_000,
  });
}
