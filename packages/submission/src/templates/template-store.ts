import { isId, type Principal, type SendEmailRequest } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { createCompiledTemplates, type CompiledTemplate } from '@postrider/templating';
import type { Allowance } from '@postrider/admission';
import {
  findTemplateRef,
  readTemplateVersion,
  type TemplateLookup,
  type TemplateRef,
} from './templates.repository';

export interface PublishedTemplate {
  readonly ref: TemplateRef;
  readonly compiled: CompiledTemplate;
}

export type TemplateChoice = NonNullable<SendEmailRequest['template']>;

export interface TemplateStore {
  /**
   * The published template that a send asks for; null: there is none. Only what is not known yet costs a look at the
   * database, and that passes the gate first.
   * @throws whatever `allowance.reserve` does
   */
  find(principal: Principal, choice: TemplateChoice, allowance: Allowance): Promise<PublishedTemplate | null>;
}

/** Names of templates kept for one principal; unknown ones count, so guesses are bounded too. */
const namesMax = 1_000;
/** Source of compiled versions: some 100 MB when full, which takes hundreds of large templates in use at once. */
const compiledCharsMax = 10_000_000;
const versionMax = 2_147_483_647;

/**
 * Which version a name stands for is known as long as its principal: gateways make a new `Principal` whenever the
 * organization's epoch changes, and the gate refuses an old one. So a publication is seen by the next send on every
 * replica, without a round trip of its own. Versions themselves never change.
 */
export function createTemplateStore({ pool }: { readonly pool: Pool }): TemplateStore {
  const refs = new WeakMap<Principal, Map<string, TemplateRef | null>>();
  const compiled = createCompiledTemplates({ charsMax: compiledCharsMax });

  const refOf = async (principal: Principal, choice: TemplateChoice, allowance: Allowance) => {
    const known = refs.get(principal) ?? new Map<string, TemplateRef | null>();
    refs.set(principal, known);
    const lookup = lookupOf(choice);
    if (lookup === null) return null;
    const name = JSON.stringify(lookup);
    const found = known.get(name);
    if (found !== undefined) return found;
    await allowance.reserve([]);
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
    if (source === undefined) throw new Error('a published version of a template is gone');
    // Others may have asked for it meanwhile.
    return compiled.get(versionId) ?? compiled.add(versionId, source);
  };

  return {
    find: async (principal, choice, allowance) => {
      const ref = await refOf(principal, choice, allowance);
      if (ref === null) return null;
      return { ref, compiled: compiled.get(ref.versionId) ?? (await compile(principal, ref)) };
    },
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
