import type * as task from './templating.task';

/** What runs in threads, for a pool of the service: `threads.work<TemplatingTask['render']>({ file: templatingTask, … })`. */
export type TemplatingTask = typeof task;
export const templatingTask: string = require.resolve('./templating.task');
