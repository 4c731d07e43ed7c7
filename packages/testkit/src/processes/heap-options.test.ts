import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../project-paths';
import { heapOptions } from './service-process';

it('runs services with the heap that they have in the image', () => {
  const dockerfile = fs.readFileSync(path.join(projectRoot(), 'deploy', 'images', 'Dockerfile'), 'utf8');
  const [, entrypoint = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
  const options = (JSON.parse(entrypoint) as string[]).filter((option) => /-space-size|memory/.test(option));
  expect(options).toEqual([...heapOptions]);
});
