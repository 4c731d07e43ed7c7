export { checkTemplate, type TemplateDraft } from './check-template';
export { compileTemplate, type CompiledTemplate, type TemplateSource } from './compile-template';
export { createCompiledTemplates, type CompiledTemplates } from './compiled-templates';
export { renderBriefly, renderTemplate, type RenderedFields, type Rendering } from './render-template';
export { templatingTask, type TemplatingTask } from './templating-task';
export type { VariableFaults } from './variables/fill-variables';
export { variableProblems } from './variables/variable-tree';
