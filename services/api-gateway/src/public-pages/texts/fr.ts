import type { PageTexts } from '../page-texts';

export const french: PageTexts = {
  unknownLink: {
    title: 'Ce lien n’est pas valide',
    text: 'Il a peut-être été raccourci en chemin. Veuillez utiliser le lien tel qu’il figure dans l’e-mail.',
  },
  later: {
    title: 'Veuillez réessayer',
    text: 'L’opération n’a pas pu être effectuée. Veuillez réessayer dans une minute.',
  },
  unsubscribe: {
    askTitle: 'Se désabonner ?',
    askTopic: (topic, organization) =>
      `Vous ne recevrez plus d’e-mails sur « ${topic} » de la part de ${organization}.`,
    askAll: (organization) =>
      `Vous ne recevrez plus de newsletters ni d’autres envois groupés de la part de ${organization}.`,
    button: 'Se désabonner',
    doneTitle: 'Vous êtes désabonné(e)',
    doneTopic: (topic, organization) =>
      `Vous ne recevrez plus d’e-mails sur « ${topic} » de la part de ${organization}.`,
    doneAll: (organization) =>
      `Vous ne recevrez plus de newsletters ni d’autres envois groupés de la part de ${organization}.`,
    preferences: 'Choisir les e-mails que je reçois',
  },
  preferences: {
    title: (organization) => `E-mails de ${organization}`,
    topics: 'Je souhaite recevoir des e-mails sur',
    save: 'Enregistrer',
    unsubscribeAll: 'Se désabonner de tout',
    subscribeAgain: 'Se réabonner',
    subscribed: (organization) => `Vous recevez les newsletters et autres envois groupés de ${organization}.`,
    unsubscribed: (organization) =>
      `Vous ne recevez ni newsletters ni autres envois groupés de ${organization}.`,
    chooseAgain: 'Pour recevoir à nouveau des e-mails, choisissez des sujets et enregistrez.',
    blocked: (organization) =>
      `Les e-mails de ${organization} vers votre adresse ont été arrêtés, car ils n’ont pas pu être remis ou ont été signalés comme spam. Si vous souhaitez les recevoir à nouveau, écrivez à ${organization}.`,
    saved: 'Votre choix est enregistré.',
  },
};
