export const trash = {
  resources: {
    trash: {
      empty: 'Deleted records stay here until they are restored or deleted permanently.',
      name: 'Deleted record |||| Trash',
      notifications: {
        deleted: 'Deleted permanently',
      },
      fields: {
        label: 'Name',
        type: 'Kind',
        object: 'Record',
        company: 'Company',
        user: 'Owner',
        by: 'Deleted by',
        purgeAt: 'Deletes permanently on',
        content: 'Content',
        createdAt: 'Deleted',
        updatedAt: 'Modified',
      },
      actions: {
        restore: 'Restore',
      },
      elsewhere: {
        button: 'Other deleted records',
        versions: 'Versions to be deleted are on the screen of their environment.',
      },
      choices: {
        type: {
          companies: 'Company',
          groups: 'Group',
          guests: 'Guest',
          users: 'User',
          videos: '360 video',
          vectos: '3D video',
          downloads: 'Download',
          templates: 'E-mail template',
          webhooks: 'Webhook',
          views: 'Saved view',
        },
      },
      deleteTitle: 'Delete “%{name}” permanently?',
      done: {
        restore: 'The record has been restored',
      },
    },
  },
  admin: {
    trash: {
      kept: 'It stays in the trash for %{smart_count} day, and can be restored until then. |||| It stays in the trash for %{smart_count} days, and can be restored until then.',
      undo: 'Undo',
      undone: 'Restored',
    },
  },
} as const
