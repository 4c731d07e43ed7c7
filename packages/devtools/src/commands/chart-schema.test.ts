import fs from 'node:fs';
import path from 'node:path';
import { chartFolder } from '../deployment/helm';
import { chartSchemaFiles } from './chart-schema';

test('the chart knows the settings that the services read, and its README its values: `postrider chart-schema` renews both', async () => {
  for (const [name, text] of Object.entries(await chartSchemaFiles())) {
    expect({ name, text: fs.readFileSync(path.join(chartFolder, name), 'utf8') }).toEqual({ name, text });
  }
});
