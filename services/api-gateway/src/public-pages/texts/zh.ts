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
  unsubscribe: {
    askTitle: '要退订吗?',
    askTopic: (topic, organization) => `您将不再收到 ${organization} 关于“${topic}”的邮件。`,
    askAll: (organization) => `您将不再收到 ${organization} 的通讯和其他群发邮件。`,
    button: '退订',
    doneTitle: '您已退订',
    doneTopic: (topic, organization) => `您不会再收到 ${organization} 关于“${topic}”的邮件。`,
    doneAll: (organization) => `您不会再收到 ${organization} 的通讯和其他群发邮件。`,
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
  },
};
