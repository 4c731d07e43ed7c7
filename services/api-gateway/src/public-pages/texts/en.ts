import type { PageTexts } from '../page-texts';

export const english: PageTexts = {
  unknownLink: {
    title: 'This link is not valid',
    text: 'It may have been cut off. Use the full link from your email.',
  },
  later: {
    title: 'Please try again',
    text: 'Something went wrong on our side. Please try again in a minute.',
  },
  deletedEmail: {
    title: 'This email is no longer available',
    text: 'It has been deleted, because emails are kept for a limited time.',
  },
  sample: 'This is a test email. You can try this page, but your choices are not saved.',
  privacy: 'Privacy policy',
  unsubscribe: {
    askTitle: 'Unsubscribe?',
    askTopic: (topic, organization) =>
      `You will no longer receive emails about “${topic}” from ${organization}.`,
    askAll: (organization) =>
      `You will no longer receive newsletters or other marketing emails from ${organization}.`,
    button: 'Unsubscribe',
    doneTitle: 'You are unsubscribed',
    doneTopic: (topic, organization) =>
      `You will receive no more emails about “${topic}” from ${organization}.`,
    doneAll: (organization) =>
      `You will receive no more newsletters or other marketing emails from ${organization}.`,
    undo: 'Undo: subscribe me again',
    preferences: 'Manage your email preferences',
  },
  preferences: {
    title: (organization) => `Emails from ${organization}`,
    topics: 'Send me emails about',
    save: 'Save',
    unsubscribeAll: 'Unsubscribe from everything',
    subscribeAgain: 'Subscribe again',
    subscribed: (organization) => `You receive newsletters and other marketing emails from ${organization}.`,
    unsubscribed: (organization) =>
      `You receive no newsletters or other marketing emails from ${organization}.`,
    chooseAgain: 'To receive emails again, choose topics and save.',
    blocked: (organization) =>
      `Mail from ${organization} to your address has been stopped, because it could not be delivered or was reported as spam. Please write to ${organization} if you want it again.`,
    saved: 'Your preferences are saved.',
    undone: 'You are subscribed again.',
  },
  archive: {
    none: 'Nothing has been sent yet.',
    pages: 'Pages',
    newest: 'Newest emails',
    older: 'Older emails',
    all: (topic) => `All emails about “${topic}”`,
  },
  signup: {
    about: (organization) => `Subscribe to emails from ${organization} about:`,
    email: 'Email address',
    firstName: 'First name (optional)',
    lastName: 'Last name (optional)',
    trap: 'Leave this field empty',
    button: 'Subscribe',
    badAddress: 'Please enter an email address, such as name@example.com.',
    sent: {
      title: 'Check your inbox',
      text: 'We have sent you an email. Follow the link in it to confirm your subscription. If it does not arrive within a few minutes, check your spam folder.',
    },
    closed: {
      title: 'This form is closed',
      text: 'It does not accept subscriptions at the moment.',
    },
    busy: {
      title: 'Please try again later',
      text: 'There were too many requests in a short time. Please try again in an hour.',
    },
    confirmTitle: 'Confirm your subscription',
    done: {
      title: 'You are subscribed',
      text: (organization) =>
        `You will receive emails from ${organization}. You can unsubscribe at any time with the link in each email.`,
    },
    expired: {
      title: 'This link has expired',
      text: 'It was valid for seven days.',
      again: 'Fill in the form again',
    },
    full: {
      title: 'Subscribing is not possible at the moment',
      text: (organization) =>
        `${organization} cannot accept more subscribers right now. Please use the link again in a few days.`,
    },
    mail: {
      subject: (organization) => `Confirm your subscription to ${organization}`,
      asked: (organization) => `You asked to receive emails from ${organization} at this address, about:`,
      follow: 'Please confirm your subscription. The link is valid for seven days.',
      button: 'Yes, subscribe me',
      ignore: 'If this was not you, ignore this email: you will not be subscribed.',
    },
  },
};
