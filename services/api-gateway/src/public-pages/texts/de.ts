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
  deletedEmail: {
    title: 'Diese E-Mail ist nicht mehr verfügbar',
    text: 'Sie wurde gelöscht, da E-Mails nur eine begrenzte Zeit aufbewahrt werden.',
  },
  sample:
    'Dies ist eine Test-E-Mail. Sie können diese Seite ausprobieren, Ihre Auswahl wird aber nicht gespeichert.',
  privacy: 'Datenschutz',
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
    undo: 'Rückgängig: wieder abonnieren',
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
    undone: 'Sie sind wieder angemeldet.',
  },
  archive: {
    none: 'Es wurde noch nichts versendet.',
    pages: 'Seiten',
    newest: 'Neueste E-Mails',
    older: 'Ältere E-Mails',
    all: (topic) => `Alle E-Mails zu „${topic}“`,
  },
  signup: {
    about: (organization) => `Damit erhalten Sie E-Mails von ${organization} zu:`,
    email: 'E-Mail-Adresse',
    firstName: 'Vorname (freiwillig)',
    lastName: 'Nachname (freiwillig)',
    trap: 'Dieses Feld bitte leer lassen',
    button: 'Anmelden',
    badAddress: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    sent: {
      title: 'Bitte sehen Sie in Ihr Postfach',
      text: 'Wir haben Ihnen eine E-Mail geschickt. Bestätigen Sie darin, dass Sie sich anmelden möchten; bis dahin erhalten Sie sonst nichts. Wenn sie nicht in einigen Minuten ankommt, sehen Sie bitte im Spam-Ordner nach.',
    },
    closed: {
      title: 'Dieses Formular ist geschlossen',
      text: 'Hier kann sich zurzeit niemand anmelden.',
    },
    busy: {
      title: 'Bitte versuchen Sie es später noch einmal',
      text: 'Hier wurde in kurzer Zeit zu viel eingegeben. Bitte versuchen Sie es in einer Stunde noch einmal.',
    },
    confirmTitle: 'Möchten Sie sich anmelden?',
    done: {
      title: 'Sie sind angemeldet',
      text: (organization) =>
        `Sie erhalten E-Mails von ${organization}. Über einen Link in jeder E-Mail können Sie sich jederzeit abmelden.`,
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er war sieben Tage gültig.',
      again: 'Das Formular noch einmal ausfüllen',
    },
    full: {
      title: 'Das ist zurzeit nicht möglich',
      text: (organization) =>
        `${organization} kann vorerst niemanden mehr aufnehmen. Bitte verwenden Sie den Link in einigen Tagen noch einmal.`,
    },
    mail: {
      subject: (organization) => `Bitte bestätigen: E-Mails von ${organization}`,
      asked: (organization) =>
        `Jemand, wahrscheinlich Sie, möchte an diese Adresse E-Mails von ${organization} erhalten, und zwar zu:`,
      follow: 'Folgen Sie zur Bestätigung diesem Link. Er ist sieben Tage gültig.',
      button: 'Ja, ich melde mich an',
      ignore: 'Wenn Sie es nicht waren, tun Sie bitte nichts: Sie werden nicht angemeldet.',
    },
  },
};
