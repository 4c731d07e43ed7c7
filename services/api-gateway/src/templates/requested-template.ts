import assert from 'node:assert';
import type { Principal } from '@postrider/contracts/access';
import type { SendEmailRequest } from '@postrider/contracts/emails';
import { isId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import {
  createCompiledTemplates,
  renderedContent,
  type CompiledTemplate,
  type Renderer,
  type TemplateSource,
} from '@postrider/templating';
import type { QuotaReservation } from '@postrider/admission';
import type { RenderTemplate } from '@postrider/submission';

interface TemplateRef {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  readonly versionId: string;
}

interface TemplateLookup {
  /** Exactly one of id and slug is set; an id is a UUID. */
  readonly id: string | null;
  readonly slug: string | null;
  /** Null: the highest published. */
  readonly version: number | null;
}

interface PublishedTemplate {
  readonly ref: TemplateRef;
  readonly compiled: CompiledTemplate;
}

type TemplateChoice = NonNullable<SendEmailRequest['template']>;

interface TemplateStore {
  /**
   * The published template that a send asks for; null: there is none. Only what is not known yet costs a look at the
   * database, and that passes admission control first.
   * @throws whatever `quota.reserve` does
   */
  find(
    principal: Principal,
    choice: TemplateChoice,
    quota: QuotaReservation,
  ): Promise<PublishedTemplate | null>;
}

/** Names of templates kept for one principal; unknown ones count, so guesses are bounded too. */
const namesMax = 1_000;
/** Source of compiled versions: some 100 MB when full, which takes hundreds of large templates in use at once. */
const compiledCharsMax = 10_000_000;
const versionMax = 2_147_483_647;

/**
 * Which version a name stands for is known as long as its principal: gateways make a new `Principal` whenever the
 * organization's cache version changes, and admission control refuses an old one. So a publication is seen by the next send on every
 * replica, without a round trip of its own. Versions themselves never change.
 */
function createTemplateStore({ pool }: { readonly pool: Pool }): TemplateStore {
  const refs = new WeakMap<Principal, Map<string, TemplateRef | null>>();
  const compiled = createCompiledTemplates({ charsMax: compiledCharsMax });

  const refOf = async (principal: Principal, choice: TemplateChoice, quota: QuotaReservation) => {
    const known = refs.get(principal) ?? new Map<string, TemplateRef | null>();
    refs.set(principal, known);
    const lookup = lookupOf(choice);
    if (lookup === null) return null;
    const name = JSON.stringify(lookup);
    const found = known.get(name);
    if (found !== undefined) return found;
    await quota.reserve([]);
    const ref = (await findTemplateRef(pool, principal.organization.id, lookup)) ?? null;
    known.set(name, ref);
    if (known.size > namesMax) known.delete(known.keys().next().value ?? name);
    return ref;
  };

  const compile = async (
    { organization }: Principal,
    { versionId }: TemplateRef,
  ): Promise<CompiledTemplate> => {
    const source = await readTemplateVersion(pool, organization.id, versionId);
    assert(source !== undefined, 'a published version stays as long as its organization');
    // Others may have asked for it meanwhile.
    return compiled.get(versionId) ?? compiled.add(versionId, source);
  };

  return {
    find: async (principal, choice, quota) => {
      const ref = await refOf(principal, choice, quota);
      if (ref === null) return null;
      return { ref, compiled: compiled.get(ref.versionId) ?? (await compile(principal, ref)) };
    },
  };
}

/** Finds and renders what sends ask for. @throws what finding it and admission control throw, which concerns the whole call */
export function createRenderTemplate(options: {
  readonly pool: Pool;
  readonly renderer: Renderer;
}): RenderTemplate {
  const { pool, renderer } = options;
  const templates = createTemplateStore({ pool });
  return async (principal, { choice, call, quota }) => {
    const template = await templates.find(principal, choice, quota);
    if (template === null) return null;
    const { ref, compiled } = template;
    const by = {
      organizationId: principal.organization.id,
      call,
      // Over its rate, a key occupies no thread.
      admit: () => quota.reserve([]),
    };
    const outcome = await renderer.render({ versionId: ref.versionId, compiled }, choice.data ?? {}, by);
    return { ref, content: renderedContent(outcome) };
  };
}

/** Null: nothing can have that name. */
function lookupOf({ id, slug, version }: TemplateChoice): TemplateLookup | null {
  if (id !== undefined && !isId(id)) return null;
  if (typeof version === 'number' && version > versionMax) return null;
  return {
    id: id?.toLowerCase() ?? null,
    slug: slug ?? null,
    version: typeof version === 'number' ? version : null,
  };
}

/** The published version that a send asks for; drafts and archived templates are none. */
async function findTemplateRef(
  pool: Pool,
  organizationId: string,
  { id, slug, version }: TemplateLookup,
): Promise<TemplateRef | undefined> {
  const { rows } = await pool.query<TemplateRef>({
    name: 'templates.find-ref',
    text: `SELECT t.id, t.slug, v.number AS version, v.id AS "versionId"
           FROM templates t
           JOIN template_versions v ON v.template_id = t.id AND v.number = coalesce($4, t.current_version)
           WHERE t.organization_id = $1 AND (t.id = $2 OR t.slug = $3) AND t.status = 'published'`,
    values: [organizationId, id, slug, version],
  });
  return rows[0];
}

async function readTemplateVersion(
  pool: Pool,
  organizationId: string,
  versionId: string,
): Promise<TemplateSource | undefined> {
  const { rows } = await pool.query<TemplateSource>({
    name: 'templates.read-version',
    text: `SELECT subject, html, text, variables FROM template_versions WHERE organization_id = $1 AND id = $2`,
    values: [organizationId, versionId],
  });
  return rows[0];
}
