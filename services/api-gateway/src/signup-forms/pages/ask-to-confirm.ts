import assert from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import type { AdmissionControl } from '@postrider/admission';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import { clientNetwork, type Clock, type LinkOrigin, type Logger, type Metrics } from '@postrider/runtime';
import { findOrganizationPrincipal, organizationQuota, type AcceptEmails } from '@postrider/submission';
import type { PageLanguage } from '../../public-pages/languages';
import { confirmationMail } from './confirmation-mail';
import type { PublicForm, PublicFormsRepository } from './public-forms.repository';
import type { FilledForm } from './read-filled-form';
import type { NewSignup, SignupOutcome } from './store-signups';

/** Who has filled it in, as far as it is known of anybody who asks for a page. */
export interface Visitor {
  readonly ipAddress: string;
  readonly userAgent: string | null;
  readonly language: PageLanguage;
}

/** A visitor sees no difference between `asked` and `mailed`; `refused`: the organization can send nothing now. */
export type AskOutcome = SignupOutcome | 'mailed' | 'refused';

export type AskToConfirm = (form: PublicForm, filled: FilledForm, visitor: Visitor) => Promise<AskOutcome>;

const validMs = 7 * 86_400_000;

/** What a link carries; only its hash is stored, so that reading the database is not enough to confirm. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Stores who wants to subscribe and has a mail sent that asks them. The id of the mail is stored first: it says which requests
 * have been mailed. The answer is given after the mail was accepted, so a person sees a crash and tries again.
 */
export function createAskToConfirm(options: {
  readonly pool: Pool;
  readonly forms: PublicFormsRepository;
  readonly storeSignup: (signup: NewSignup) => Promise<SignupOutcome>;
  readonly acceptEmails: AcceptEmails;
  readonly admissionControl: AdmissionControl;
  readonly publicUrl: LinkOrigin;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): AskToConfirm {
  const { forms, storeSignup, publicUrl, clock, log } = options;
  const asked = options.metrics.counter('signup_requests', 'Submitted signup forms, by result.', {
    outcome: ['mailed', 'asked', 'client_limited', 'form_limited', 'address_limited', 'refused'],
  });

  return async (form, filled, visitor) => {
    const token = randomBytes(32).toString('base64url');
    const signup = newSignup(form, { filled, visitor, token, now: clock.now() });
    const outcome = await storeSignup(signup);
    if (outcome !== 'stored') {
      asked.add(1, { outcome });
      return outcome;
    }
    try {
      const link = `${publicUrl.origin}/f/confirm/${token}`;
      await sendMail(options, form, { signup, link, language: visitor.language });
      asked.add(1, { outcome: 'mailed' });
      return 'mailed';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ form_id: form.id, code: error.code }, 'a confirmation email could not be requested');
      asked.add(1, { outcome: 'refused' });
      await forms.forget(signup);
      return 'refused';
    }
  };
}

function newSignup(
  form: PublicForm,
  {
    filled,
    visitor,
    token,
    now,
  }: {
    readonly filled: FilledForm;
    readonly visitor: Visitor;
    readonly token: string;
    readonly now: Date;
  },
): NewSignup {
  return {
    ...filled,
    id: newId(),
    formId: form.id,
    organizationId: form.organizationId,
    topics: form.topics.map(({ slug }) => slug),
    tokenHash: hashOfToken(token),
    ipAddress: visitor.ipAddress,
    clientNetwork: clientNetwork(visitor.ipAddress),
    userAgent: visitor.userAgent,
    language: visitor.language.tag,
    messageId: newId(),
    createdAt: now,
    expiresAt: new Date(now.getTime() + validMs),
  };
}

/** @throws AppError when the organization may not send now, or has no quota left */
async function sendMail(
  { pool, acceptEmails, admissionControl }: Parameters<typeof createAskToConfirm>[0],
  form: PublicForm,
  {
    signup,
    link,
    language,
  }: { readonly signup: NewSignup; readonly link: string; readonly language: PageLanguage },
): Promise<void> {
  const { organizationId, apiKeyId: keyId } = form;
  const principal = await findOrganizationPrincipal(pool, { organizationId, keyId });
  assert(principal !== null, 'an organization that has forms is there');
  await acceptEmails.one(principal, confirmationMail(form, { to: signup.email, link, language }), {
    idempotencyHeader: undefined,
    quota: organizationQuota(admissionControl, principal),
    source: 'form',
    messageId: signup.messageId,
  });
}
