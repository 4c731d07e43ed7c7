import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError } from '@postrider/contracts';
import type { Exchange } from './exchange';

/** Nothing we read nests deeper; beyond it, code that walks a value could run out of stack. */
const NESTING_MAX = 64;

/**
 * Length that a body declares, or the most it may have when it declares none.
 * @throws AppError `payload_too_large` before a byte is read
 */
export function declaredBytes({ headers }: IncomingMessage, bytesMax: number): number {
  const declared = headers['content-length'];
  if (declared === undefined) return headers['transfer-encoding'] === undefined ? 0 : bytesMax;
  const bytes = Number(declared);
  if (bytes > bytesMax) throw tooLarge(bytesMax);
  return bytes;
}

/** @throws AppError `unsupported_media_type` for anything but plain JSON */
export function requireJson({ headers }: IncomingMessage): void {
  const type = headers['content-type'];
  if (type === undefined || !/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type');
  }
  const encoding = headers['content-encoding'];
  // A compressed body can be a thousand times larger than it looks.
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'Compressed bodies are not accepted.');
  }
}

/** @throws AppError `payload_too_large`, `invalid_json` when the client breaks off */
export function readBody(exchange: Exchange, bytesMax: number): Promise<Buffer> {
  const { request } = exchange;
  return new Promise((resolve, reject) => {
    const onBroken = (): void => reject(new AppError('invalid_json', 'The body is incomplete.'));
    if (request.destroyed) onBroken();
    let chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      exchange.requestBytes = bytes;
      if (bytes <= bytesMax) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      request.off('data', onData);
      reject(tooLarge(bytesMax));
    };
    request.on('data', onData);
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('error', onBroken);
    request.once('close', () => {
      if (!request.complete) onBroken();
    });
  });
}

/** @throws AppError `invalid_json` */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new AppError('invalid_json', 'The body is not valid UTF-8.');
  const value = parse(body.toString('utf8'));
  if (nestsDeeper(value, NESTING_MAX)) {
    throw new AppError('invalid_json', `The body nests deeper than ${NESTING_MAX} levels.`);
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_json');
  }
}

/** Level by level and without recursion, so that the check itself cannot run out of stack. */
function nestsDeeper(value: unknown, levelsMax: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levelsMax) return true;
    const next: object[] = [];
    for (const parent of level) {
      for (const child of Object.values(parent) as unknown[]) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return false;
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('payload_too_large', `The body may have at most ${bytesMax} bytes.`);
}
