import type { PageTexts } from '../page-texts';

export const spanish: PageTexts = {
  unknownLink: {
    title: 'Este enlace no es válido',
    text: 'Puede que se haya acortado por el camino. Use el enlace tal como aparece en el correo.',
  },
  later: {
    title: 'Inténtelo de nuevo',
    text: 'No se ha podido hacer en este momento. Inténtelo de nuevo dentro de un minuto.',
  },
  deletedEmail: {
    title: 'Este correo ya no está disponible',
    text: 'Se ha eliminado, porque los correos se conservan durante un tiempo limitado.',
  },
  sample: 'Este es un correo de prueba. Puede probar esta página, pero sus elecciones no se guardan.',
  privacy: 'Política de privacidad',
  unsubscribe: {
    askTitle: '¿Darse de baja?',
    askTopic: (topic, organization) => `Ya no recibirá correos sobre «${topic}» de ${organization}.`,
    askAll: (organization) => `Ya no recibirá boletines ni otros envíos masivos de ${organization}.`,
    button: 'Darse de baja',
    doneTitle: 'Se ha dado de baja',
    doneTopic: (topic, organization) => `No recibirá más correos sobre «${topic}» de ${organization}.`,
    doneAll: (organization) => `No recibirá más boletines ni otros envíos masivos de ${organization}.`,
    undo: 'Deshacer: volver a suscribirme',
    preferences: 'Elegir qué correos recibo',
  },
  preferences: {
    title: (organization) => `Correos de ${organization}`,
    topics: 'Quiero recibir correos sobre',
    save: 'Guardar',
    unsubscribeAll: 'Darse de baja de todo',
    subscribeAgain: 'Volver a suscribirse',
    subscribed: (organization) => `Recibe boletines y otros envíos masivos de ${organization}.`,
    unsubscribed: (organization) => `No recibe boletines ni otros envíos masivos de ${organization}.`,
    chooseAgain: 'Para volver a recibir correos, elija temas y guarde.',
    blocked: (organization) =>
      `Se han detenido los correos de ${organization} a su dirección porque no se pudieron entregar o se marcaron como spam. Si quiere volver a recibirlos, escriba a ${organization}.`,
    saved: 'Su elección se ha guardado.',
    undone: 'Vuelve a estar suscrito.',
  },
  archive: {
    none: 'Aún no se ha enviado nada.',
    pages: 'Páginas',
    newest: 'Correos más recientes',
    older: 'Correos anteriores',
    all: (topic) => `Todos los correos sobre «${topic}»`,
  },
  signup: {
    about: (organization) => `Recibirá correos de ${organization} sobre:`,
    email: 'Dirección de correo electrónico',
    firstName: 'Nombre (opcional)',
    lastName: 'Apellidos (opcional)',
    trap: 'Deje este campo vacío',
    button: 'Suscribirse',
    badAddress: 'Introduzca una dirección de correo electrónico, por ejemplo nombre@example.com.',
    sent: {
      title: 'Mire en su buzón',
      text: 'Le hemos enviado un correo. Confirme en él que quiere suscribirse; hasta entonces no recibirá nada más. Si no llega en unos minutos, mire en la carpeta de correo no deseado.',
    },
    closed: {
      title: 'Este formulario está cerrado',
      text: 'Por el momento nadie puede suscribirse aquí.',
    },
    busy: {
      title: 'Inténtelo más tarde',
      text: 'Se han hecho aquí demasiadas solicitudes en poco tiempo. Inténtelo de nuevo dentro de una hora.',
    },
    confirmTitle: '¿Quiere suscribirse?',
    done: {
      title: 'Ya está suscrito',
      text: (organization) =>
        `Recibirá correos de ${organization}. Puede darse de baja en cualquier momento con un enlace que hay en cada correo.`,
    },
    expired: {
      title: 'Este enlace ha caducado',
      text: 'Era válido durante siete días.',
      again: 'Rellenar el formulario de nuevo',
    },
    full: {
      title: 'Ahora no es posible',
      text: (organization) =>
        `${organization} no puede admitir a nadie más por ahora. Use el enlace de nuevo dentro de unos días.`,
    },
    mail: {
      subject: (organization) => `Confirme, por favor: correos de ${organization}`,
      asked: (organization) =>
        `Alguien, probablemente usted, ha pedido recibir en esta dirección correos de ${organization} sobre:`,
      follow: 'Para confirmar, siga este enlace. Es válido durante siete días.',
      button: 'Sí, quiero suscribirme',
      ignore: 'Si no fue usted, no haga nada: no quedará suscrito.',
    },
  },
};
