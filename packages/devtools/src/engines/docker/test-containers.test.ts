import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { engineImages } from './test-containers';

test('tests and development run the same images', () => {
  const compose = fs.readFileSync(path.join(projectRoot(), 'docker-compose.yml'), 'utf8');
  for (const image of Object.values(engineImages)) expect(compose).toContain(`image: ${image}\n`);
});
