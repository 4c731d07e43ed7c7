/**
 * What pages say, without markup: whatever is put into a page is escaped there. A language that lacks a text does not compile.
 * Names are those of organizations and topics, as their owners wrote them.
 */
export interface PageTexts {
  /** An invalid or truncated link. */
  readonly unknownLink: { readonly title: string; readonly text: string };
  /** The database cannot take it now. */
  readonly later: { readonly title: string; readonly text: string };
  /** Retention has deleted what the link shows. */
  readonly deletedEmail: { readonly title: string; readonly text: string };
  /** Of links in a test of a broadcast. */
  readonly sample: string;
  /** Words of the link to the organization's privacy policy. */
  readonly privacy: string;
  readonly unsubscribe: {
    readonly askTitle: string;
    readonly askTopic: (topic: string, organization: string) => string;
    readonly askAll: (organization: string) => string;
    readonly button: string;
    readonly doneTitle: string;
    readonly doneTopic: (topic: string, organization: string) => string;
    readonly doneAll: (organization: string) => string;
    /** Button that takes it back. */
    readonly undo: string;
    /** Words of the link to the preferences. */
    readonly preferences: string;
  };
  readonly preferences: {
    readonly title: (organization: string) => string;
    /** Above the boxes. */
    readonly topics: string;
    readonly save: string;
    readonly unsubscribeAll: string;
    readonly subscribeAgain: string;
    /** What the buttons do, where there are no topics. */
    readonly subscribed: (organization: string) => string;
    /** The reader has left everything, and may come back. */
    readonly unsubscribed: (organization: string) => string;
    /** The same, where there are topics to choose. */
    readonly chooseAgain: string;
    /** No choice brings mail back: a bounce or a complaint is in its way. */
    readonly blocked: (organization: string) => string;
    readonly saved: string;
    /** An unsubscription was taken back. */
    readonly undone: string;
  };
  /** The broadcasts of a topic. */
  readonly archive: {
    readonly none: string;
    /** Name of the links to other pages of the list. */
    readonly pages: string;
    readonly newest: string;
    readonly older: string;
    /** Link from an email to the list. */
    readonly all: (topic: string) => string;
  };
  /** The page of a signup form, and what follows. */
  readonly signup: {
    /** Above the topics, which follow as a list. */
    readonly about: (organization: string) => string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    /** Label of a field that people do not see, for programs that read it out all the same. */
    readonly trap: string;
    readonly button: string;
    readonly badAddress: string;
    /** The same for every address. */
    readonly sent: { readonly title: string; readonly text: string };
    readonly closed: { readonly title: string; readonly text: string };
    /** Too much has been posted. */
    readonly busy: { readonly title: string; readonly text: string };
    readonly confirmTitle: string;
    readonly done: { readonly title: string; readonly text: (organization: string) => string };
    readonly expired: { readonly title: string; readonly text: string; readonly again: string };
    /** The organization cannot take more contacts now. */
    readonly full: { readonly title: string; readonly text: (organization: string) => string };
    readonly mail: {
      readonly subject: (organization: string) => string;
      /** Above the topics. */
      readonly asked: (organization: string) => string;
      /** Above the button, and above the link where there is no button. */
      readonly follow: string;
      readonly button: string;
      readonly ignore: string;
    };
  };
}
