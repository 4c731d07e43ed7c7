import type { AdmissionControl } from '@postrider/admission';
import type { PlanTable } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';
import type { Clock, Logger, Metrics } from '@postrider/runtime';
import type { AcceptEmails } from '@postrider/submission';
import type { TableRoute } from '../../http/route-table';
import type { SignupSettings } from '../signup-form-request';
import { createAskToConfirm } from './ask-to-confirm';
import { createConfirmSignup } from './confirm-signup';
import { createPublicFormsRepository } from './public-forms.repository';
import { signupPageRoutes } from './signup-pages.routes';
import { createStoreSignups } from './store-signups';

/** The public side of signup forms: pages, mails and confirmations. */
export function createSignupFeature(options: {
  readonly pool: Pool;
  readonly acceptEmails: AcceptEmails;
  readonly admissionControl: AdmissionControl;
  readonly plans: PlanTable;
  readonly signups: SignupSettings;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): TableRoute[] {
  const { pool, signups } = options;
  const forms = createPublicFormsRepository(pool);
  const storeSignup = createStoreSignups({ ...options, ...signups });
  const askToConfirm = createAskToConfirm({ ...options, ...signups, forms, storeSignup });
  const confirmSignup = createConfirmSignup(options);
  return signupPageRoutes({ ...options, ...signups, forms, askToConfirm, confirmSignup });
}
