import type { PageTexts } from '../page-texts';

export const japanese: PageTexts = {
  unknownLink: {
    title: 'このリンクは無効です',
    text: '途中で短くなった可能性があります。メールに記載されているリンクをそのままご利用ください。',
  },
  later: {
    title: 'もう一度お試しください',
    text: '現在、処理できませんでした。1分ほどしてからもう一度お試しください。',
  },
  unsubscribe: {
    askTitle: '配信を停止しますか?',
    askTopic: (topic, organization) => `${organization} からの「${topic}」に関するメールが届かなくなります。`,
    askAll: (organization) => `${organization} からのニュースレターなどの一斉配信メールが届かなくなります。`,
    button: '配信を停止する',
    doneTitle: '配信を停止しました',
    doneTopic: (topic, organization) =>
      `今後、${organization} からの「${topic}」に関するメールは届きません。`,
    doneAll: (organization) => `今後、${organization} からのニュースレターなどの一斉配信メールは届きません。`,
    preferences: '受け取るメールを選ぶ',
  },
  preferences: {
    title: (organization) => `${organization} からのメール`,
    topics: '受け取りたいメールの種類',
    save: '保存',
    unsubscribeAll: 'すべての配信を停止する',
    subscribeAgain: '配信を再開する',
    subscribed: (organization) =>
      `${organization} からのニュースレターなどの一斉配信メールを受け取っています。`,
    unsubscribed: (organization) =>
      `${organization} からのニュースレターなどの一斉配信メールは停止されています。`,
    chooseAgain: 'メールを再び受け取るには、種類を選んで保存してください。',
    blocked: (organization) =>
      `配信できなかったか、迷惑メールとして報告されたため、${organization} からこのアドレスへのメールは停止されています。再び受け取りたい場合は、${organization} にご連絡ください。`,
    saved: '設定を保存しました。',
  },
};
