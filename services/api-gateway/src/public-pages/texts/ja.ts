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
  deletedEmail: {
    title: 'このメールは表示できません',
    text: 'メールの保存期間が過ぎたため、削除されました。',
  },
  sample: 'これはテストメールです。このページは試せますが、選択内容は保存されません。',
  privacy: 'プライバシーポリシー',
  unsubscribe: {
    askTitle: '配信を停止しますか?',
    askTopic: (topic, organization) => `${organization} からの「${topic}」に関するメールが届かなくなります。`,
    askAll: (organization) => `${organization} からのニュースレターなどの一斉配信メールが届かなくなります。`,
    button: '配信を停止する',
    doneTitle: '配信を停止しました',
    doneTopic: (topic, organization) =>
      `今後、${organization} からの「${topic}」に関するメールは届きません。`,
    doneAll: (organization) => `今後、${organization} からのニュースレターなどの一斉配信メールは届きません。`,
    undo: '元に戻す（再度購読する）',
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
    undone: '再度購読しました。',
  },
  archive: {
    none: 'まだ何も送信されていません。',
    pages: 'ページ',
    newest: '最新のメール',
    older: '以前のメール',
    all: (topic) => `「${topic}」に関するすべてのメール`,
  },
  signup: {
    about: (organization) => `登録すると、${organization} から次のトピックのメールが届きます。`,
    email: 'メールアドレス',
    firstName: '名（任意）',
    lastName: '姓（任意）',
    trap: 'この欄は空のままにしてください',
    button: '登録する',
    badAddress: 'name@example.com のように、メールアドレスを入力してください。',
    sent: {
      title: 'メールをご確認ください',
      text: '確認のメールをお送りしました。メールの中で登録を確認してください。それまで、ほかのメールは届きません。数分たっても届かない場合は、迷惑メールフォルダーをご確認ください。',
    },
    closed: {
      title: 'このフォームは受け付けていません',
      text: '現在、ここから登録することはできません。',
    },
    busy: {
      title: '後でもう一度お試しください',
      text: '短い時間に多くの入力がありました。一時間ほどしてからもう一度お試しください。',
    },
    confirmTitle: '登録しますか？',
    done: {
      title: '登録が完了しました',
      text: (organization) =>
        `${organization} からのメールをお届けします。各メールにあるリンクからいつでも配信を停止できます。`,
    },
    expired: {
      title: 'このリンクは有効期限が切れています',
      text: '有効期間は七日間でした。',
      again: 'もう一度フォームに入力する',
    },
    full: {
      title: '現在は登録できません',
      text: (organization) =>
        `${organization} は現在これ以上の登録を受け付けられません。数日後にもう一度リンクをお使いください。`,
    },
    mail: {
      subject: (organization) => `ご確認ください：${organization} からのメール`,
      asked: (organization) =>
        `どなたか（おそらくご本人）が、このアドレスで ${organization} から次のトピックのメールを受け取ることを希望されました。`,
      follow: '確認するには、次のリンクを開いてください。有効期間は七日間です。',
      button: 'はい、登録します',
      ignore: 'お心当たりがない場合は、何もなさらないでください。登録されることはありません。',
    },
  },
};
