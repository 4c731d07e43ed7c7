import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { allocatorSettings, heapOptions } from './service-process';

const dockerfile = fs.readFileSync(path.join(projectRoot(), 'deploy', 'images', 'Dockerfile'), 'utf8');

it('runs services with the heap that they have in the image', () => {
  const [, entrypoint = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
  const options = (JSON.parse(entrypoint) as string[]).filter((option) => /-space-size|memory/.test(option));
  expect(options).toEqual([...heapOptions]);
});

it('runs services with the allocator that they have in the image', () => {
  const settings = dockerfile.match(/MALLOC_\w+=\S+/g);
  expect(settings).toEqual(Object.entries(allocatorSettings).map(([name, value]) => `${name}=${value}`));
});
