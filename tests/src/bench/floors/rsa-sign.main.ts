/**
 * Floor of signing: RSA-2048 over SHA-256 with a key that was read once, on one core. What no path that signs each
 * mail can beat on one core. Environment: DKIM_KEY (PEM), SECONDS.
 */
import { createPrivateKey, sign } from 'node:crypto';
import { tellRun } from './tell-run';

const { DKIM_KEY = '', SECONDS = '2' } = process.env;
const key = createPrivateKey(DKIM_KEY);
/** As many bytes of headers as a DKIM signature covers. */
const headers = Buffer.alloc(600, 'header');
const warmUp = 500;

function signFor(seconds: number): number {
  const endMs = performance.now() + seconds * 1_000;
  let signatures = 0;
  while (performance.now() < endMs) {
    sign('sha256', headers, key);
    signatures += 1;
  }
  return signatures;
}

for (let index = 0; index < warmUp; index += 1) sign('sha256', headers, key);
void tellRun(() => signFor(Number(SECONDS)));
