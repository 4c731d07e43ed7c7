/** Findings of a check before sending. */
export const emailCheckTexts = {
  title: 'Checks',
  checking: 'Checking…',
  none: 'Nothing found.',
  noDomain: 'Checks need a verified domain to send from.',
  size: (bytes: number) => `${Math.ceil(bytes / 1_024)} kB as it is sent`,
  severities: { error: 'Error', warning: 'Warning', info: 'Info' },
  fields: {
    from: 'From',
    subject: 'Subject',
    html: 'HTML',
    text: 'Text',
    headers: 'Headers',
    attachments: 'Attachments',
  },
  line: (line: number) => `line ${line}`,
  inVariant: (letter: string) => `Variant ${letter}`,
  informational: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
  override: (count: number) => (count === 1 ? 'Send with this error' : `Send with these ${count} errors`),
  overrideText: 'The audit log records this.',
};
