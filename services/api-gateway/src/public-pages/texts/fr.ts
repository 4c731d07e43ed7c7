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
  deletedEmail: {
    title: 'Cet e-mail n’est plus disponible',
    text: 'Il a été supprimé, car les e-mails sont conservés pendant une durée limitée.',
  },
  sample:
    'Ceci est un e-mail de test. Vous pouvez essayer cette page, mais vos choix ne sont pas enregistrés.',
  privacy: 'Politique de confidentialité',
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
    undo: 'Annuler : me réabonner',
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
    undone: 'Vous êtes de nouveau abonné.',
  },
  archive: {
    none: 'Rien n’a encore été envoyé.',
    pages: 'Pages',
    newest: 'E-mails les plus récents',
    older: 'E-mails plus anciens',
    all: (topic) => `Tous les e-mails sur « ${topic} »`,
  },
  signup: {
    about: (organization) => `Vous recevrez les e-mails de ${organization} sur les sujets suivants :`,
    email: 'Adresse e-mail',
    firstName: 'Prénom (facultatif)',
    lastName: 'Nom (facultatif)',
    trap: 'Laissez ce champ vide',
    button: 'S’inscrire',
    badAddress: 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.',
    sent: {
      title: 'Consultez votre messagerie',
      text: 'Nous vous avons envoyé un e-mail. Confirmez-y votre inscription ; d’ici là, vous ne recevrez rien d’autre. S’il n’arrive pas dans quelques minutes, regardez dans vos courriers indésirables.',
    },
    closed: {
      title: 'Ce formulaire est fermé',
      text: 'Les inscriptions ne sont pas ouvertes pour le moment.',
    },
    busy: {
      title: 'Veuillez réessayer plus tard',
      text: 'Trop de demandes ont été faites ici en peu de temps. Veuillez réessayer dans une heure.',
    },
    confirmTitle: 'Voulez-vous vous inscrire ?',
    done: {
      title: 'Vous êtes inscrit(e)',
      text: (organization) =>
        `Vous recevrez les e-mails de ${organization}. Un lien dans chaque e-mail permet de vous désinscrire à tout moment.`,
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Il était valable sept jours.',
      again: 'Remplir à nouveau le formulaire',
    },
    full: {
      title: 'Ce n’est pas possible pour le moment',
      text: (organization) =>
        `${organization} ne peut plus inscrire personne pour l’instant. Veuillez utiliser le lien à nouveau dans quelques jours.`,
    },
    mail: {
      subject: (organization) => `Veuillez confirmer : e-mails de ${organization}`,
      asked: (organization) =>
        `Quelqu’un, sans doute vous, a demandé à recevoir à cette adresse les e-mails de ${organization} sur les sujets suivants :`,
      follow: 'Pour confirmer, suivez ce lien. Il est valable sept jours.',
      button: 'Oui, je m’inscris',
      ignore: 'Si ce n’était pas vous, ne faites rien : vous ne serez pas inscrit(e).',
    },
  },
};
