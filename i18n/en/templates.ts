export const templates = {
  resources: {
    templates: {
      empty: 'Without a template, e-mails have the built-in text. A template replaces it.',
      name: 'E-mail template |||| E-mail templates',
      insert: 'Insert %{name}',
      use: {
        used: 'Used',
        other: 'Not sent: the newest, “%{name}”, is used',
        unused:
          'Of the active templates of this action the newest is sent: “%{name}”, not this one. Deactivate it to send this one.',
        replaces: 'This is the newest active template of its action: it is sent instead of “%{name}”.',
      },
      notifications: {
        created: 'E-mail template created',
        updated: 'E-mail template saved',
        deleted: 'E-mail template deleted',
      },
      sections: {
        use: {
          title: 'Use',
          text: 'For which e-mail the text is, and whether it is used.',
        },
        message: {
          title: 'Message',
          text: 'What the e-mail says. Placeholders are replaced when it is sent.',
        },
      },
      fields: {
        name: 'Name',
        type: 'Type',
        action: 'Action',
        active: 'Active',
        subject: 'Subject',
        content: 'Content',
        createdBy: 'Created by',
        createdAt: 'Created',
        updatedAt: 'Modified',
      },
      choices: {
        type: {
          email: 'E-mail template',
        },
        action: {
          invite: 'Invitation of a user',
          passwordReset: 'Password reset',
          groupInvitation: 'Invitation to a group',
          vectoCompleted: '3D video completed',
          vectoFailed: '3D video failed',
          securityAlert: 'Security alert',
          notification: 'Notification',
        },
      },
      tabs: {
        details: 'Details',
        events: 'Events',
      },
      createTitle: 'New e-mail template',
    },
    mails: {
      empty: 'An e-mail appears when the platform writes one: an invitation, a reset, a notification.',
      name: 'E-mail |||| Outbox',
      fields: {
        email: 'To',
        action: 'Purpose',
        subject: 'Subject',
        lang: 'Language',
        status: 'Status',
        attempts: 'Attempts',
        reason: 'Reason',
        reasonCode: 'Code',
        user: 'User',
        company: 'Company',
        triedAt: 'Last attempt',
        sentAt: 'Sent',
        nextAt: 'Next attempt',
        createdAt: 'Written',
        updatedAt: 'Modified',
      },
      choices: {
        status: {
          waiting: 'Waiting',
          sending: 'Being sent',
          sent: 'Sent',
          failed: 'Failed',
          kept: 'Not sent, kept',
        },
        action: {
          invite: 'Invitation of a user',
          passwordReset: 'Password reset',
          groupInvitation: 'Invitation to a group',
          vectoCompleted: '3D video completed',
          vectoFailed: '3D video failed',
          securityAlert: 'Security alert',
          notification: 'Notification',
        },
        lang: {
          en: 'English',
          fr: 'French',
          es: 'Spanish',
        },
      },
      tabs: {
        all: 'All',
        waiting: 'Waiting',
        sent: 'Sent',
        failed: 'Failed',
        kept: 'Not sent, kept',
        details: 'Details',
      },
      actions: {
        retry: 'Send again',
      },
      done: {
        retry: 'The e-mail will be sent again now',
      },
    },
  },
  deliveryStatus: {
    sent: 'The e-mail is on its way.',
    waiting: 'The mail server is not responding: the e-mail will be sent as soon as it does.',
    outbox: 'No mail server is set up: root can find the e-mail in the outbox (/admin/outbox).',
  },
} as const
