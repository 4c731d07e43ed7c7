import type { ReplyGroup } from './reply-group';

/** Mailbox providers of Germany and France. */
export const westernProviders: readonly ReplyGroup[] = [
  {
    provider: 'gmx',
    source:
      'GMX, WEB.DE, mail.com and 1&1: Postmaster, SMTP error codes, https://postmaster.gmx.net/en/error-messages',
    replies: [
      ['550 Requested action not taken: mailbox unavailable', 'recipient suppressed'],
      [
        '550-Requested action not taken: mailbox unavailable\r\n550 For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=rnf',
        'recipient suppressed',
      ],
      [
        '552-Requested mail action aborted: exceeded storage allocation\r\n552 Quota exceeded. The recipient mailbox is full.',
        'full bounced',
      ],
      [
        '552-Requested mail action aborted: exceeded storage allocation\r\n552 Message size exceeds fixed maximum message size.',
        'size bounced',
      ],
      [
        '554-gmx.example (mxgmx117) Nemesis ESMTP Service not available\r\n554-No SMTP service\r\n554-IP address is block listed.\r\n554 For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=bip',
        'block deferred',
      ],
      [
        '554-gmx.example (mxgmx010) Nemesis ESMTP Service not available\r\n554-No SMTP service\r\n554-Bad DNS PTR resource record.\r\n554 For explanation visit https://postmaster.gmx.net/en/case?c=hd',
        'platform deferred',
      ],
      [
        '421-gmx.example (mxgmx008) Nemesis ESMTP Service not available\r\n421-Service closing transmission channel\r\n421 Too many connections from your IP',
        'rate deferred',
      ],
      [
        '450-Requested mail action not taken: mailbox unavailable\r\n450-Too many messages\r\n450 For explanation visit https://postmaster.gmx.net/en/error-messages?c=rlmr',
        'rate deferred',
      ],
      [
        '554-Transaction failed\r\n554-Reject due to policy restrictions.\r\n554 For explanation visit https://postmaster.gmx.net/en/case?c=r0601',
        'policy bounced',
      ],
      ['554-Transaction failed\r\n554 Reject due to SPF policy of the sender domain', 'auth bounced'],
      [
        '554-Transaction failed\r\n554-Spam message rejected\r\n554 For explanation visit https://postmaster.gmx.net/en/case?c=r0301',
        'content bounced',
      ],
      [
        '554-Transaction failed\r\n554-Mail header contains duplicate header field\r\n554 For explanation visit https://postmaster.gmx.net/en/case?c=r0103',
        'content bounced',
      ],
      [
        '451-Requested action aborted: local error in processing\r\n451 Please try again later',
        'system deferred',
      ],
      [
        '550-Requested action not taken: mailbox unavailable\r\n550 Sender address is not allowed.',
        'policy bounced',
      ],
    ],
  },
  {
    provider: 't-online',
    source: 'Telekom postmaster, FAQ for operators of mail servers, https://postmaster.t-online.de/',
    replies: [
      [
        '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@example.com to clarify.) (BL)',
        'block deferred',
      ],
      [
        '554 IP=192.0.2.1 - None/bad reputation. Ask your postmaster for help or to contact tosa@example.com for reset. (NOWL)',
        'block deferred',
      ],
      [
        '554 IP=192.0.2.1 - Dialup/transient IP not allowed. Use a mailgateway or contact tosa@example.com if obsolete. (DIAL)',
        'block deferred',
      ],
      [
        '421 IP=192.0.2.1 - Too many connections from your host. Back off or contact tosa@example.com (TOOMANY)',
        'rate deferred',
      ],
      ['550 user unknown (in reply to RCPT TO)', 'recipient suppressed'],
      ['552 5.2.2 Mailbox full', 'full bounced'],
      [
        '550-5.7.0 Message considered as spam or virus, rejected\r\n550-5.7.0 Message-ID: 20260101.1',
        'content bounced',
      ],
    ],
  },
  {
    provider: 'freenet',
    source: 'Replies of freenet.de as quoted by senders in the archives of mailop, https://list.mailop.org/',
    replies: [
      ['550 inactive user', 'inactive bounced'],
      ['550 unknown user', 'recipient suppressed'],
      ['552 mailbox is full', 'full bounced'],
    ],
  },
  {
    provider: 'orange',
    source:
      'Orange and Wanadoo codes OFR_xxx, https://www.postmastery.com/orange-postmaster-smtp-error-codes-ofr/',
    replies: [
      [
        '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]',
        'recipient suppressed',
      ],
      ['552 5.1.1 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]', 'full bounced'],
      ['550 5.2.0 Mail rejete. Mail rejected. OFR_506 [506]', 'content bounced'],
      [
        '421 mwinf5c63 ME Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR005_104 [104]',
        'rate deferred',
      ],
      [
        '550 mwinf5c04 ME Adresse IP source bloquee pour incident de spam. Client host blocked for spamming issues. OFR006_102 Ref http://csi.cloudmark.com [102]',
        'block deferred',
      ],
      [
        '550 mwinf5c10 ME Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR006_103 192.0.2.1 [103]',
        'block deferred',
      ],
      [
        '421 mwinf5c77 ME Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR_999 [999]',
        'block deferred',
      ],
      ['501 5.1.0 Emetteur invalide. Invalid Sender. OFR004_405 [405]', 'policy bounced'],
      [
        '421 4.2.0 Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR005_505 [505]',
        'rate deferred',
      ],
      [
        '421 smtp.example [192.0.2.1] Emetteur invalide, Veuillez verifier la configuration SPF/DNS de votre nom de domaine. Invalid Sender. SPF check failed, please verify the SPF/DNS configuration for your domain name.',
        'auth deferred',
      ],
      ["550 5.7.0 Code d'authentification invalide OFR_305 [305]", 'platform deferred'],
    ],
  },
  {
    provider: 'laposte',
    source: 'La Poste codes LPNxxx_xxx, as listed by Sisimai (rhost FrancePTT), https://libsisimai.org/',
    replies: [
      ['550 5.5.0 Adresse destinataire invalide. Invalid recipient. LPN007_416', 'recipient suppressed'],
      ['552 5.5.0 Boite du destinataire pleine. Recipient overquota. LPN007_417', 'full bounced'],
      ['550 5.5.0 Boite du destinataire archivee. Archived recipient. LPN007_420', 'inactive bounced'],
      [
        '550 5.5.0 Le compte du destinataire est bloque. The recipient account isblocked. LPN007_426',
        'inactive bounced',
      ],
      ['550 5.5.0 SPF: 192.0.2.1 is not allowed to send mail. LPN004_401', 'auth bounced'],
      [
        '550 5.5.0 Les emails envoyes vers la messagerie Laposte.net ont ete bloques par nos services. https://senderscore.org/blacklistlookup/ LPN007_102',
        'block deferred',
      ],
      [
        '550 5.7.1 Service unavailable; client [192.0.2.1] blocked using Spamhaus Les emails envoyes ont ete bloques par nos services. LPNAAA_101',
        'block deferred',
      ],
      [
        '550 5.5.0 Service refuse. Veuillez essayer plus tard. service refused, please try later. LPN005_510',
        'block deferred',
      ],
      [
        '421 4.2.1 Service refuse. Veuillez essayer plus tard. Service refused, please try later. LPN007_505',
        'rate deferred',
      ],
      ['421 Too many connections, slow down. LPN105_104', 'rate deferred'],
      ['571 5.7.1 Message refused, DMARC verification Failed. LPN007_517', 'auth bounced'],
      ['554 5.7.1 Client host rejected LPN000_630', 'policy bounced'],
      ['552 5.3.4 Taille limite du message atteinte LPN007_514', 'size bounced'],
    ],
  },
  {
    provider: 'free',
    source: 'Free.fr postmaster, https://postmaster.free.fr/',
    replies: [
      [
        '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in relay recipient table',
        'recipient suppressed',
      ],
      [
        '421 Too many spams from your IP (192.0.2.1), please visit http://postmaster.free.fr/',
        'block deferred',
      ],
      ['550 spam detected', 'content bounced'],
      [
        '550 Too many spams from your IP (192.0.2.1), please visit http://postmaster.free.fr/',
        'block deferred',
      ],
      ['452 4.2.2 <ada@example.com> mailbox full', 'full deferred'],
      [
        '451 too many errors from your ip (192.0.2.1), please visit http://postmaster.free.fr/',
        'rate deferred',
      ],
    ],
  },
  {
    provider: 'sfr',
    source: 'SFR and Neuf, as quoted by Sisimai (set-of-emails) and the archives of mailop',
    replies: [
      ['550 5.7.1 <ada@example.com>: Recipient address rejected: User unknown', 'recipient bounced'],
      ['550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown', 'recipient suppressed'],
    ],
  },
];
