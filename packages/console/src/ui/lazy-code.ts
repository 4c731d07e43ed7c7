import { lazy } from 'react';
import { loadCode } from '../api/load-code';

/**
 * A component whose code is loaded when it is first shown. Without a connection it waits for one: a failure would replace the page, with
 * what was typed.
 */
export const lazyCode: typeof lazy = (load) => lazy(() => loadCode(load));
