import type { PageTexts } from '../page-texts';

export const german: PageTexts = {
  unknownLink: {
    title: 'Dieser Link ist ungültig',
    text: 'Vielleicht wurde er unterwegs gekürzt. Bitte verwenden Sie den Link so, wie er in der E-Mail steht.',
  },
  later: {
    title: 'Bitte versuchen Sie es noch einmal',
    text: 'Das war gerade nicht möglich. Bitte versuchen Sie es in einer Minute noch einmal.',
  },
  unsubscribe: {
    askTitle: 'Abmelden?',
    askTopic: (topic, organization) =>
      `Sie erhalten dann keine E-Mails zu „${topic}“ mehr von ${organization}.`,
    askAll: (organization) =>
      `Sie erhalten dann keine Newsletter und anderen Rundmails mehr von ${organization}.`,
    button: 'Abmelden',
    doneTitle: 'Sie sind abgemeldet',
    doneTopic: (topic, organization) => `Sie erhalten keine E-Mails zu „${topic}“ mehr von ${organization}.`,
    doneAll: (organization) =>
      `Sie erhalten keine Newsletter und anderen Rundmails mehr von ${organization}.`,
    preferences: 'Auswählen, welche E-Mails ich erhalte',
  },
  preferences: {
    title: (organization) => `E-Mails von ${organization}`,
    topics: 'Ich möchte E-Mails zu',
    save: 'Speichern',
    unsubscribeAll: 'Von allem abmelden',
    subscribeAgain: 'Wieder anmelden',
    subscribed: (organization) => `Sie erhalten Newsletter und andere Rundmails von ${organization}.`,
    unsubscribed: (organization) =>
      `Sie erhalten keine Newsletter und anderen Rundmails von ${organization}.`,
    chooseAgain: 'Um wieder E-Mails zu erhalten, wählen Sie Themen aus und speichern Sie.',
    blocked: (organization) =>
      `E-Mails von ${organization} an Ihre Adresse wurden eingestellt, weil sie nicht zugestellt werden konnten oder als Spam gemeldet wurden. Wenn Sie sie wieder erhalten möchten, schreiben Sie bitte an ${organization}.`,
    saved: 'Ihre Auswahl ist gespeichert.',
  },
};
