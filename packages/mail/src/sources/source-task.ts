const file = require.resolve('./source.task');

/** What is made of a stored email, in a thread. */
export const sourceTask = { file, name: 'showSource' } as const;
export const sourceOctetsTask = { file, name: 'composeSource' } as const;
export const sourceViewTask = { file, name: 'viewSource' } as const;
export const entityFileTask = { file, name: 'readEntityFile' } as const;
