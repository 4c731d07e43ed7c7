import type { PageTexts } from '../page-texts';

export const chinese: PageTexts = {
  unknownLink: {
    title: '此链接无效',
    text: '链接可能在传送途中被截断。请使用邮件中的完整链接。',
  },
  later: {
    title: '请重试',
    text: '暂时无法完成操作。请一分钟后重试。',
  },
  deletedEmail: {
    title: '此邮件已无法查看',
    text: '邮件仅保留一段时间，此邮件已被删除。',
  },
  sample: '这是一封测试邮件。您可以试用此页面，但您的选择不会被保存。',
  privacy: '隐私政策',
  unsubscribe: {
    askTitle: '要退订吗?',
    askTopic: (topic, organization) => `您将不再收到 ${organization} 关于“${topic}”的邮件。`,
    askAll: (organization) => `您将不再收到 ${organization} 的通讯和其他群发邮件。`,
    button: '退订',
    doneTitle: '您已退订',
    doneTopic: (topic, organization) => `您不会再收到 ${organization} 关于“${topic}”的邮件。`,
    doneAll: (organization) => `您不会再收到 ${organization} 的通讯和其他群发邮件。`,
    undo: '撤销：重新订阅',
    preferences: '选择接收哪些邮件',
  },
  preferences: {
    title: (organization) => `${organization} 的邮件`,
    topics: '我想接收以下主题的邮件',
    save: '保存',
    unsubscribeAll: '全部退订',
    subscribeAgain: '重新订阅',
    subscribed: (organization) => `您会收到 ${organization} 的通讯和其他群发邮件。`,
    unsubscribed: (organization) => `您不会收到 ${organization} 的通讯和其他群发邮件。`,
    chooseAgain: '如需重新接收邮件,请选择主题并保存。',
    blocked: (organization) =>
      `由于邮件无法送达或被举报为垃圾邮件,${organization} 已停止向您的地址发送邮件。如需重新接收,请联系 ${organization}。`,
    saved: '您的选择已保存。',
    undone: '您已重新订阅。',
  },
  archive: {
    none: '尚未发送任何邮件。',
    pages: '页面',
    newest: '最新邮件',
    older: '更早的邮件',
    all: (topic) => `关于“${topic}”的所有邮件`,
  },
  signup: {
    about: (organization) => `订阅后，您将收到 ${organization} 关于以下主题的邮件：`,
    email: '电子邮件地址',
    firstName: '名字（选填）',
    lastName: '姓氏（选填）',
    trap: '请将此栏留空',
    button: '订阅',
    badAddress: '请输入电子邮件地址，例如 name@example.com。',
    sent: {
      title: '请查看您的邮箱',
      text: '我们已向您发送一封邮件，请在邮件中确认订阅；在确认之前，您不会收到其他邮件。如果几分钟内没有收到，请查看垃圾邮件文件夹。',
    },
    closed: {
      title: '此表单未开放',
      text: '目前无法在此订阅。',
    },
    busy: {
      title: '请稍后再试',
      text: '短时间内提交次数过多，请在一小时后再试。',
    },
    confirmTitle: '您要订阅吗？',
    done: {
      title: '您已订阅',
      text: (organization) => `您将收到 ${organization} 的邮件。您可以随时通过每封邮件中的链接退订。`,
    },
    expired: {
      title: '此链接已过期',
      text: '链接的有效期为七天。',
      again: '重新填写表单',
    },
    full: {
      title: '目前无法完成',
      text: (organization) => `${organization} 暂时无法接受更多订阅者，请过几天再使用此链接。`,
    },
    mail: {
      subject: (organization) => `请确认：来自 ${organization} 的邮件`,
      asked: (organization) => `有人（很可能是您）请求将 ${organization} 关于以下主题的邮件发送到此地址：`,
      follow: '请点击此链接进行确认，有效期为七天。',
      button: '是的，我要订阅',
      ignore: '如果不是您本人操作，请忽略此邮件：您不会被订阅。',
    },
  },
};
