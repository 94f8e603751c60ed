export const templates = {
  resources: {
    templates: {
      name: 'E-mail template |||| E-mail templates',
      notifications: {
        created: 'E-mail template created',
        updated: 'E-mail template saved',
        deleted: 'E-mail template deleted',
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
