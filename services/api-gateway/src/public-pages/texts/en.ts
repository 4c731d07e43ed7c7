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
  signup: {
    about: (organization) => `With this you get mail from ${organization} about:`,
    email: 'Email address',
    firstName: 'First name (optional)',
    lastName: 'Last name (optional)',
    trap: 'Leave this field empty',
    button: 'Subscribe',
    badAddress: 'Please enter an email address, such as name@example.com.',
    sent: {
      title: 'Please look into your mailbox',
      text: 'We have sent you a mail. Confirm in it that you want to subscribe; until then you get nothing else. If it does not come within some minutes, look into your spam folder.',
    },
    closed: {
      title: 'This form is not open',
      text: 'Nobody can subscribe here at the moment.',
    },
    busy: {
      title: 'Please try again later',
      text: 'Too much has been entered here in a short time. Please try again in an hour.',
    },
    confirmTitle: 'Do you want to subscribe?',
    done: {
      title: 'You are subscribed',
      text: (organization) =>
        `You will get mail from ${organization}. You can leave at any time by a link in each mail.`,
    },
    expired: {
      title: 'This link has expired',
      text: 'It was valid for seven days.',
      again: 'Fill in the form again',
    },
    full: {
      title: 'This cannot be done at the moment',
      text: (organization) =>
        `${organization} can take no more subscribers for now. Please use the link again in some days.`,
    },
    mail: {
      subject: (organization) => `Please confirm: mail from ${organization}`,
      asked: (organization) =>
        `Somebody, probably you, has asked for mail from ${organization} to this address, about:`,
      follow: 'To confirm, follow this link. It is valid for seven days.',
      button: 'Yes, subscribe me',
      ignore: 'If it was not you, do nothing: you will not be subscribed.',
    },
  },
};
