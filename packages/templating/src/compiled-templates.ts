import { compileTemplate, type CompiledTemplate } from './compile-template';
import type { TemplateSource } from './template-source';

/** Compiled versions by id. A version never changes, so nothing here grows old. */
export interface CompiledTemplates {
  get(versionId: string): CompiledTemplate | undefined;
  /** Compiles a version and keeps it, at the expense of those that were not used for longest. */
  add(versionId: string, source: TemplateSource): CompiledTemplate;
}

/** @param charsMax characters of source that are kept together; a compiled template takes some ten times as many bytes */
export function createCompiledTemplates({ charsMax }: { readonly charsMax: number }): CompiledTemplates {
  // A Map keeps insertion order: re-inserting on use makes its first entry the least recently used one.
  const kept = new Map<string, CompiledTemplate>();
  let chars = 0;

  const drop = (versionId: string): void => {
    chars -= kept.get(versionId)?.chars ?? 0;
    kept.delete(versionId);
  };

  return {
    get: (versionId) => {
      const template = kept.get(versionId);
      if (template === undefined) return undefined;
      kept.delete(versionId);
      kept.set(versionId, template);
      return template;
    },
    add: (versionId, source) => {
      const template = compileTemplate(source);
      drop(versionId);
      kept.set(versionId, template);
      chars += template.chars;
      for (const oldest of kept.keys()) {
        if (chars <= charsMax || oldest === versionId) break;
        drop(oldest);
      }
      return template;
    },
  };
}
