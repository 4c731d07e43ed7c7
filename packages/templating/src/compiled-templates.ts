import { LRUCache } from 'lru-cache';
import { compileTemplate, type CompiledTemplate, type TemplateSource } from './compile-template';

/** Compiled versions by id. A version never changes, so nothing here grows old. */
export interface CompiledTemplates {
  get(versionId: string): CompiledTemplate | undefined;
  /** Compiles a version and keeps it, at the expense of those that were not used for longest. */
  add(versionId: string, source: TemplateSource): CompiledTemplate;
}

/** @param charsMax characters of source that are kept together; a compiled template takes some ten times as many bytes */
export function createCompiledTemplates({ charsMax }: { readonly charsMax: number }): CompiledTemplates {
  const kept = new LRUCache<string, CompiledTemplate>({
    maxSize: charsMax,
    // One that is larger by itself is kept alone.
    sizeCalculation: ({ chars }) => Math.min(Math.max(1, chars), charsMax),
  });
  return {
    get: (versionId) => kept.get(versionId),
    add: (versionId, source) => {
      const template = compileTemplate(source);
      kept.set(versionId, template);
      return template;
    },
  };
}
