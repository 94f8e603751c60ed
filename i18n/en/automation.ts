export const automation = {
  resources: {
    tokens: {
      empty: 'An API token lets a program act for you, with the access that you choose.',
      name: 'API token |||| API tokens',
      notifications: {
        created: 'API token created',
        deleted: 'API token deleted',
      },
      fields: {
        name: 'Name',
        access: 'Access',
        lifetime: 'Valid for',
        user: 'User',
        company: 'Company',
        ending: 'Ends with',
        expiresAt: 'Expires',
        usedAt: 'Last used',
        createdAt: 'Created',
        updatedAt: 'Modified',
      },
      choices: {
        access: {
          read: 'Read only',
          content: 'Upload and create 3D videos',
        },
        lifetime: {
          '7': '7 days',
          '30': '30 days',
          '90': '90 days',
          '365': 'A year',
        },
      },
      createTitle: 'New API token',
      deleteText:
        'Programs that use it are refused at once. This is final: a deleted token never comes back. Create another one if it is still needed.',
    },
    webhooks: {
      empty: 'A webhook calls another server when something happens here.',
      name: 'Webhook |||| Webhooks',
      notifications: {
        created: 'Webhook created',
        updated: 'Webhook saved',
        deleted: 'Webhook deleted',
      },
      fields: {
        name: 'Name',
        url: 'Address',
        company: 'Company',
        active: 'On',
        events: 'Events',
        createdAt: 'Created',
        updatedAt: 'Modified',
      },
      choices: {
        events: {
          'vecto.completed': 'A 3D video is completed',
          'vecto.failed': 'A 3D video has failed',
          'video.completed': 'A 360 video is ready',
          'video.failed': 'A 360 video has failed',
          'quota.low': '80% of the minutes are used',
        },
      },
      tabs: {
        details: 'Details',
        deliveries: 'Requests',
      },
      actions: {
        test: 'Send a test',
      },
      done: {
        test: 'The test is on its way: see Requests',
      },
      createTitle: 'New webhook',
      deleteText:
        'Nothing is sent to it any more. Its requests are deleted permanently, and what happens meanwhile is not sent later.',
    },
    deliveries: {
      empty: 'A delivery appears each time the webhook is called.',
      name: 'Webhook request |||| Webhook requests',
      fields: {
        webhook: 'Webhook',
        company: 'Company',
        type: 'Event',
        status: 'Status',
        attempts: 'Attempts',
        answer: 'HTTP status',
        reason: 'Reason',
        payload: 'Content',
        triedAt: 'Last attempt',
        nextAt: 'Next attempt',
        deliveredAt: 'Delivered',
        createdAt: 'Created',
        updatedAt: 'Modified',
      },
      choices: {
        status: {
          waiting: 'Waiting',
          sending: 'Being sent',
          delivered: 'Delivered',
          failed: 'Given up',
        },
        type: {
          'vecto.completed': 'vecto.completed',
          'vecto.failed': 'vecto.failed',
          'video.completed': 'video.completed',
          'video.failed': 'video.failed',
          'quota.low': 'quota.low',
          test: 'test',
        },
      },
      tabs: {
        all: 'All',
        waiting: 'Waiting',
        delivered: 'Delivered',
        failed: 'Given up',
        details: 'Details',
      },
      actions: {
        retry: 'Send again',
      },
      done: {
        retry: 'The request will be sent again now',
      },
    },
  },
} as const
