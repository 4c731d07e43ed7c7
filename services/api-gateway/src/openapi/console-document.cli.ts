import fs from 'node:fs';
import path from 'node:path';
import { consoleRoutes } from '../console/console-routes';
import { createConsoleDocument } from './console-document';

/** `pnpm run generate`: the OpenAPI document that the console's types are made from. */
const file = path.join(__dirname, '../../../../packages/console/src/api/generated/openapi-console.json');
const text = `${JSON.stringify(createConsoleDocument(consoleRoutes), null, 2)}\n`;
fs.mkdirSync(path.dirname(file), { recursive: true });
fs.writeFileSync(file, text);
