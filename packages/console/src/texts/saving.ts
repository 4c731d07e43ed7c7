/** Saving while one edits. */
export const savingTexts = {
  allSaved: 'All changes saved',
  savedAgo: (seconds: number) =>
    seconds < 2
      ? 'Saved just now'
      : seconds < 60
        ? `Saved ${seconds} s ago`
        : seconds < 3_600
          ? `Saved ${Math.floor(seconds / 60)} min ago`
          : `Saved ${Math.floor(seconds / 3_600)} h ago`,
  changed: 'Unsaved changes',
  inProgress: 'Saving…',
  failed: (reason: string) => `Not saved: ${reason}`,
  again: 'It is tried again by itself.',
  conflict: 'Someone else changed this',
  undo: 'Undo last save',
  restored: 'Restored what was not saved.',
  restoredNew: 'Restored what you had entered.',
  discard: 'Discard',
  leaveUnsaved: 'Leave without saving? Your changes stay in this tab.',
  leave: 'Your changes could not be saved. Leave anyway?',
  incomplete: (reason: string) => `Not saved yet: ${reason}`,
  incompleteCondition: 'a condition is incomplete',
  choice: {
    changed: 'These fields were changed in another tab or by a program.',
    changedBy: (name: string) => `Changed by ${name} at`,
    text: 'You have changed the same fields. Red is what is saved, green is yours. Choose which to keep.',
    copyMine: 'Copy my text',
    difference: (field: string) => `${field}: saved and mine`,
    yes: 'Yes',
    no: 'No',
    mine: 'Keep mine',
    theirs: 'Keep theirs',
  },
};
