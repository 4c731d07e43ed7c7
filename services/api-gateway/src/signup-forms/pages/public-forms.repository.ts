import type { SignupFormResource } from '@postrider/contracts/signup-forms';
import type { Pool } from '@postrider/db';
import { createBatcher } from '@postrider/runtime';
import { brandColumn, type Brand } from '../../public-pages/brand';

/** What the page and the mail of a form say, and on whose behalf. */
export interface PublicForm {
  readonly id: string;
  readonly organizationId: string;
  readonly brand: Brand;
  /** Of the key that the mail is accounted to. */
  readonly apiKeyId: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly fields: SignupFormResource['fields'];
  readonly status: SignupFormResource['status'];
  /** Of the confirmation mail; null: that of the reader's language. */
  readonly confirmationSubject: string | null;
  /** What it says above the topics; null: likewise. */
  readonly confirmationText: string | null;
  readonly fromHeader: string;
  readonly replyTo: string | null;
  readonly domainId: string;
  readonly redirectUrl: string | null;
  readonly topics: readonly { readonly slug: string; readonly name: string }[];
}

/** A person with a link to confirm. */
export interface PendingSignup {
  readonly id: string;
  readonly form: PublicForm;
  readonly email: string;
  readonly language: string;
  readonly expiresAt: Date;
  readonly isConfirmed: boolean;
}

export interface PublicFormsRepository {
  find(id: string): Promise<PublicForm | null>;
  findByToken(tokenHash: Buffer): Promise<PendingSignup | null>;
  /** A request whose mail was refused: it shall not count. */
  forget(signup: { readonly organizationId: string; readonly id: string }): Promise<void>;
}

interface LookUp {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const formColumns = `json_build_object(
  'id', f.id, 'organizationId', f.organization_id, 'brand', ${brandColumn}, 'apiKeyId', f.api_key_id,
  'name', f.name, 'title', coalesce(f.title, f.name), 'description', f.description, 'fields', f.fields, 'status', f.status,
  'confirmationSubject', f.confirmation_subject, 'confirmationText', f.confirmation_text,
  'fromHeader', f.from_header, 'replyTo', f.reply_to, 'domainId', f.domain_id, 'redirectUrl', f.redirect_url,
  'topics', (
    SELECT coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name) ORDER BY t.name, t.slug), '[]')
    FROM signup_form_topics s JOIN topics t ON t.id = s.topic_id WHERE s.form_id = f.id)) AS form`;

const findFormSql = `
SELECT ${formColumns} FROM signup_forms f JOIN organizations o ON o.id = f.organization_id WHERE f.id = $1`;

const findByTokenSql = `
SELECT r.id, r.email, r.language, r.expires_at AS "expiresAt", r.confirmed_at IS NOT NULL AS "isConfirmed", ${formColumns}
FROM signup_requests r JOIN signup_forms f ON f.id = r.form_id JOIN organizations o ON o.id = f.organization_id
WHERE r.token_hash = $1`;

/** Page views wait for other page views, and the API for none of them. */
const inFlightMax = 2;
const waitingMax = 2_000;

/** Asked by people who are no principal: the id of a form, or the token of a link, is what they know. */
export function createPublicFormsRepository(pool: Pool): PublicFormsRepository {
  const lookUp = async (query: LookUp): Promise<unknown> => (await pool.query<object>(query)).rows[0];
  const lookUps = createBatcher<LookUp, unknown>({
    ...{ name: 'signup forms', batchMax: 1, inFlightMax, waitingMax },
    run: (queries) => Promise.all(queries.map(lookUp)),
  });
  return {
    find: async (id) => {
      const query = { name: 'signups.find-form', text: findFormSql, values: [id] };
      return ((await lookUps.submit(query)) as { form: PublicForm } | undefined)?.form ?? null;
    },
    findByToken: async (tokenHash) => {
      const query = { name: 'signups.find-by-token', text: findByTokenSql, values: [tokenHash] };
      return ((await lookUps.submit(query)) as PendingSignup | undefined) ?? null;
    },
    forget: async ({ organizationId, id }) => {
      await pool.query({
        name: 'signups.forget',
        text: 'DELETE FROM signup_requests WHERE organization_id = $1 AND id = $2',
        values: [organizationId, id],
      });
    },
  };
}
