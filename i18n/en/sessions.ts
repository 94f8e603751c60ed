export const sessions = {
  resources: {
    sessions: {
      empty: 'A session appears when a user signs in.',
      name: 'Session |||| Sessions',
      notifications: {
        deleted: 'Session ended',
      },
      fields: {
        user: 'User',
        company: 'Company',
        createdAt: 'Started',
        endedAt: 'Ended',
        duration: 'Duration',
        offlineRequested: 'Offline requested',
        offlineGranted: 'Offline granted',
        agent: {
          name: 'Browser',
          platform: 'Platform',
        },
        env: {
          operatingSystem: 'Operating system',
          unityVersion: 'Unity version',
          buildVersion: 'Build version',
          deviceModel: 'Device',
          systemMemSize: 'Memory (MB)',
        },
        city: 'City',
        country: 'Country',
        updatedAt: 'Modified',
      },
      tabs: {
        details: 'Details',
      },
      heading: 'Session of %{user}',
    },
  },
} as const
