export type { TemplateDraft } from './check-template';
export { compileTemplate, type CompiledTemplate, type TemplateSource } from './compile-template';
export { createCompiledTemplates } from './compiled-templates';
export type { DocumentBrand } from './documents/document-style';
export { renderDocument, type RenderedDocument } from './documents/render-document';
export { renderedContent } from './rendered-content';
export { createRenderer, type RenderedBy, type Renderer } from './renderer';
export { variableProblems } from './variables/variable-tree';
