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
  unsubscribe: {
    askTitle: '¿Darse de baja?',
    askTopic: (topic, organization) => `Ya no recibirá correos sobre «${topic}» de ${organization}.`,
    askAll: (organization) => `Ya no recibirá boletines ni otros envíos masivos de ${organization}.`,
    button: 'Darse de baja',
    doneTitle: 'Se ha dado de baja',
    doneTopic: (topic, organization) => `No recibirá más correos sobre «${topic}» de ${organization}.`,
    doneAll: (organization) => `No recibirá más boletines ni otros envíos masivos de ${organization}.`,
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
  },
};
