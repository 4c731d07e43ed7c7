export { checkTemplate, type TemplateDraft } from './check-template';
export { compileTemplate, type CompiledTemplate } from './compile-template';
export { createCompiledTemplates, type CompiledTemplates } from './compiled-templates';
export { renderBriefly, renderTemplate, type RenderedFields, type Rendering } from './render-template';
export { templatingTask, type TemplatingTask } from './templating-task';
export type { TemplateSource } from './template-source';
export type { VariableFaults } from './variables/fill-variables';
export { variableProblems } from './variables/variable-tree';
