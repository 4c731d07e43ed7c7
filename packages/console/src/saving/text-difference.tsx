import { lazyCode } from '../ui/lazy-code';
/** For differences, which are shown within a `Suspense`: its code is large, and conflicts are rare. */
export const TextDifference = lazyCode(async () => ({
  default: (await import('../ui/code-difference')).CodeDifference,
}));
