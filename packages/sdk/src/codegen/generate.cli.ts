import fs from 'node:fs';
import path from 'node:path';
import { readDocument } from './open-api';
import { writeResources } from './write-resources';
import { writeSchemas } from './write-schemas';

/** `pnpm run generate`: the types and plain methods of the client. */
const document = readDocument();
const files = { schemas: writeSchemas(document), resources: writeResources(document) };
const folder = path.join(__dirname, '../generated');
fs.mkdirSync(folder, { recursive: true });
for (const [name, code] of Object.entries(files))
  fs.writeFileSync(
    path.join(folder, `${name}.ts`),
    `// Made from docs/openapi.json by \`pnpm run generate\`.\n\n${code}`,
  );
