/** The operator area. */
export const operator = {
  description: 'Operators run commands on a machine of the platform.',
  commands: [
    {
      title: 'Organizations',
      text: 'List organizations, pause one, and set its plan.',
      command:
        'postrider organizations list\npostrider organizations show <slug>\npostrider organizations pause <slug> --reason "…"',
    },
    {
      title: 'Queues',
      text: 'Show queued email by lane and reason, and dead letters of RabbitMQ.',
      command: 'postrider queues waiting\npostrider queues list',
    },
    {
      title: 'Reviews',
      text: 'Release or reject held messages of new client organizations.',
      command: 'postrider reviews list\npostrider reviews show <organization>',
    },
    {
      title: 'Messages',
      text: 'Find email by recipient in all organizations, without its content.',
      command: 'postrider messages find --recipient jane@example.com\npostrider messages show <id>',
    },
    {
      title: 'Delivery',
      text: 'Check whether email can be delivered to MX hosts, and show source addresses.',
      command: 'postrider doctor\npostrider sources list\npostrider sites list',
    },
  ],
};
