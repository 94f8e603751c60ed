export const notificationList = {
  app: {
    notifications: {
      title: 'Notifications',
      open: 'Notifications, %{smart_count} unread |||| Notifications, %{smart_count} unread',
      openNone: 'Notifications',
      empty: 'Nothing new',
      unread: 'Unread',
      readAll: 'Mark all as read',
      all: 'All notifications',
      settings: 'Notification settings',
      failed: 'The notifications could not be loaded.',
      read: '%{smart_count} notification marked as read |||| %{smart_count} notifications marked as read',
      choices: {
        title: 'Notifications',
        text: 'You are always notified of group invitations and account changes, in the panel and by e-mail.',
        mailOff:
          'Your administrator has turned off your notifications, except for group invitations and account changes.',
        saved: 'Saved',
      },
    },
  },
  resources: {
    notifications: {
      empty: 'What happens to your videos and your company is announced here.',
      name: 'Notification |||| Notifications',
      fields: {
        title: 'Notification',
        detail: 'Details',
        kind: 'About',
        path: 'Address',
        read: 'Read',
        user: 'User',
        createdAt: 'Received',
        updatedAt: 'Modified',
        texts: 'Texts by language',
      },
      choices: {
        kind: {
          vectoCompleted: '3D video ready',
          vectoFailed: '3D video failed',
          videoCompleted: '360° video ready',
          videoFailed: '360° video unusable',
          invitationAccepted: 'Invitation accepted',
          quotaLow: 'Few minutes left',
          groupInvitation: 'Group invitation',
          accountChanged: 'Account security',
          passwordReset: 'Password reset by a user',
        },
      },
      tabs: {
        all: 'All',
        unread: 'Unread',
      },
      bulk: {
        markRead: 'Mark as read',
        markUnread: 'Mark as unread',
      },
    },
  },
} as const
