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
  conflict: {
    own: 'Changed in another tab or window',
    other: 'Someone else changed this',
    unknown: 'Changed in another tab or by a program',
  },
  conflictNotice: {
    own: 'Changed in another tab or window. What you write is kept in this tab. Compare both to save one.',
    other: 'Someone else changed this. What you write is kept in this tab. Compare both to save one.',
    unknown:
      'Changed in another tab or by a program. What you write is kept in this tab. Compare both to save one.',
  },
  compare: 'Compare',
  undo: 'Undo last save',
  restored: 'Restored what was not saved.',
  restoredNew: 'Restored what you had entered.',
  kept: 'What you entered is kept in this tab.',
  discard: 'Discard',
  leaveUnsaved: 'Leave without saving? Your changes stay in this tab.',
  leave: 'Your changes could not be saved. Leave anyway?',
  incomplete: (reason: string) => `Not saved yet: ${reason}`,
  incompleteCondition: 'a condition is incomplete',
  choice: {
    changed: 'These fields were changed in another tab or by a program.',
    changedBy: (name: string) => `Changed by ${name} at`,
    changedByYou: 'You changed these fields in another tab or window at',
    also: {
      own: 'This tab has changed them, too.',
      other: 'You have changed the same fields.',
      unknown: 'You have changed them, too.',
    },
    text: 'Red is what is saved, green is yours. Choose which to keep.',
    sides: { before: 'Saved', after: 'Mine' },
    copyMine: 'Copy my text',
    difference: (field: string) => `${field}: saved and mine`,
    yes: 'Yes',
    no: 'No',
    mine: { own: 'Keep what is in this tab', other: 'Keep mine', unknown: 'Keep mine' },
    theirs: { own: 'Keep what is saved', other: 'Keep theirs', unknown: 'Keep what is saved' },
  },
};
