import type { AdmissionControl } from '@postrider/admission';
import type { Caller } from '../auth/authenticate';
import type { Identity } from '../auth/identity';
import { createAdmission, StaleIdentity, type Admission } from './admission';

/** The identified caller of one request, on the way through admission control. */
export interface Visitor {
  readonly admission: Admission;
  identity(): Identity;
  /** Runs `work`, and runs it again with a newer identity when admission control says that this one is out of date. */
  upToDate<T>(work: () => Promise<T>): Promise<T>;
}

/** An organization that changes during each of so many tries is being changed by a loop. */
const staleRetriesMax = 5;

export function createVisitor(admissionControl: AdmissionControl, caller: Caller, first: Identity): Visitor {
  let identity = first;
  const admission = createAdmission(admissionControl, () => identity);
  return {
    admission,
    identity: () => identity,
    upToDate: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof StaleIdentity) || attempt > staleRetriesMax) throw error;
          identity = await caller.renew(error.cacheVersion);
        }
      }
    },
  };
}
