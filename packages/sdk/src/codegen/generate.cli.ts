import fs from 'node:fs';
import path from 'node:path';
import { generated, readDocument } from './generate';

async function main(): Promise<void> {
  for (const [file, code] of Object.entries(await generated(readDocument()))) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, code);
    process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
  }
}

void main();
