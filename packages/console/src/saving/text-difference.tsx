import { lazy } from 'react';

/** For differences, which are shown within a `Suspense`: its code is large, and conflicts are rare. */
export const TextDifference = lazy(async () => ({
  default: (await import('../ui/code-difference')).CodeDifference,
}));
