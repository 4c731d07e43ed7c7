/** Versions of templates and automations. */
export const versionTexts = {
  title: 'Versions',
  none: 'No versions',
  columns: { version: 'Version', by: 'Published by', at: 'Published' },
  version: (version: number) => `Version ${version}`,
  draft: 'Draft',
  unknown: 'Not recorded',
  compareWith: 'Compare with',
  changes: (before: number | null, after: number | null) =>
    `Changes from ${versionOrDraft(before)} to ${versionOrDraft(after)}`,
  same: 'No differences.',
};

function versionOrDraft(version: number | null): string {
  return version === null ? 'the draft' : `version ${version}`;
}
