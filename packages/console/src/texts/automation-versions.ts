import { versionTexts } from './versions';

/** Versions of an automation. */
export const automationVersionTexts = {
  ...versionTexts,
  description: 'Published versions. They never change; a run finishes on the version it began with.',
  noneText: 'Each time you publish the automation, its draft becomes a version.',
  starts: 'Starts when',
  steps: 'Steps',
  noDraft: 'There is no draft: compared with the current version.',
  trigger: 'Start',
  step: (number: string, name: string) => `Step ${number}, ${name}`,
  was: (number: string) => `was step ${number}`,
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  fields: {
    from: 'From',
    subject: 'Subject',
    preview_text: 'Preview text',
    reply_to: 'Reply to',
    topic: 'Topic',
    document: 'Content',
    html: 'HTML',
    text: 'Text',
    track: 'Tracking',
  },
  settings: 'Settings',
  before: 'Before',
  after: 'After',
  restore: 'Use as draft',
  restoreTitle: (version: number) => `Use version ${version} as the draft?`,
  restoreText:
    'Replaces the trigger and the steps of the draft. Runs do not change until you publish the draft.',
  restored: 'The draft has the steps of the version',
};
