export const downloads = {
  resources: {
    downloads: {
      empty: 'Downloads are the installers that users find on their home page, in their language.',
      name: 'Download |||| Downloads',
      notifications: {
        created: 'Download added',
        updated: 'Download saved',
        deleted: 'Download deleted',
      },
      fields: {
        name: 'Name',
        version: 'Version',
        notes: 'Notes',
        file: 'Installer',
        lang: 'Language',
        accessible: 'Accessible',
        downloadCount: 'Downloads',
        downloadLast: 'Last download',
        status: 'Status',
        createdAt: 'Created',
        updatedAt: 'Modified',
      },
      choices: {
        lang: {
          en: 'English',
          fr: 'French',
          es: 'Spanish',
        },
        status: {
          active: 'Active',
          disabled: 'Disabled',
        },
      },
      tabs: {
        details: 'Details',
        events: 'Events',
      },
      createTitle: 'New download',
    },
  },
} as const
