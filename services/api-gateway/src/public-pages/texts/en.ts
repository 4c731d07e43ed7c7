import type { PageTexts } from '../page-texts';

export const english: PageTexts = {
  unknownLink: {
    title: 'This link is not valid',
    text: 'It may have been shortened on its way. Please use the link as it stands in the mail.',
  },
  later: {
    title: 'Please try again',
    text: 'This could not be done just now. Please try again in a minute.',
  },
  unsubscribe: {
    askTitle: 'Unsubscribe?',
    askTopic: (topic, organization) => `You will no longer get mail about “${topic}” from ${organization}.`,
    askAll: (organization) => `You will no longer get newsletters and other bulk mail from ${organization}.`,
    button: 'Unsubscribe',
    doneTitle: 'You are unsubscribed',
    doneTopic: (topic, organization) => `You will get no more mail about “${topic}” from ${organization}.`,
    doneAll: (organization) => `You will get no more newsletters or other bulk mail from ${organization}.`,
    preferences: 'Choose which mail you get',
  },
  preferences: {
    title: (organization) => `Mail from ${organization}`,
    topics: 'Send me mail about',
    save: 'Save',
    unsubscribeAll: 'Unsubscribe from everything',
    subscribeAgain: 'Subscribe again',
    subscribed: (organization) => `You get newsletters and other bulk mail from ${organization}.`,
    unsubscribed: (organization) => `You get no newsletters or other bulk mail from ${organization}.`,
    chooseAgain: 'To get mail again, choose what about, and save.',
    blocked: (organization) =>
      `Mail from ${organization} to your address has been stopped, because it could not be delivered or was reported as spam. Please write to ${organization} if you want it again.`,
    saved: 'Your choice is saved.',
  },
};
