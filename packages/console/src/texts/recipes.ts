/** Content that recipes begin with. It is an example, which is edited before it is sent. */
export const recipeTexts = {
  welcome: [
    {
      subject: 'Welcome',
      title: 'Welcome',
      text: 'Thank you for subscribing. Say here who you are, what you write about and how often.',
    },
    {
      subject: 'Where to begin',
      title: 'Where to begin',
      text: 'Show your best articles, products or guides, with a link to each.',
    },
    {
      subject: 'Do you have a question?',
      title: 'Do you have a question?',
      text: 'Ask your reader to reply to this email, and say who answers.',
    },
  ],
  newsletter: {
    name: 'Newsletter',
    subject: 'What is new',
    title: 'What is new',
    text: 'Say in two sentences what this issue is about.',
    stories: [
      { title: 'First story', text: 'Write the first story, and link to the rest of it.' },
      { title: 'Second story', text: 'Write the second story, and link to the rest of it.' },
    ],
  },
  passwordReset: {
    title: 'Reset your password',
    text: 'Someone asked to reset the password of your account. If it was you, choose a new one:',
    button: 'Choose a new password',
    valid: 'The link is valid for ',
    ignore: '. If it was not you, ignore this email: your password stays the same.',
  },
  invitation: {
    title: 'Join ',
    text: ' invites you to work in ',
    button: 'Accept the invitation',
    ignore: 'If you do not know ',
    ignoreEnd: ', ignore this email.',
  },
};
