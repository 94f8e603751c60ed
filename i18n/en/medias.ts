export const medias = {
  resources: {
    medias: {
      empty: 'Medias are the images, documents and other files that environments use.',
      name: 'Media |||| Medias',
      notifications: {
        created: 'Media added',
        updated: 'Media saved',
        deleted: 'Media deleted',
      },
      fields: {
        file: 'File',
        name: 'Name',
        company: 'Company',
        specialUsage: 'Special usage',
        tags: 'Tags',
        contentType: 'Content type',
        checksum: 'Checksum',
        thumbProblem: 'No thumbnail',
        size: 'Size',
        createdBy: 'Created by',
        versions: 'Versions',
        shares: 'Shares',
        status: 'Status',
        deletableAt: 'Deletion date',
        thumbRef256: 'Picture',
        thumbRef128: 'Picture',
        filethumb: 'Embedded thumbnail',
        createdAt: 'Created',
        updatedAt: 'Modified',
      },
      choices: {
        thumbProblem: {
          unsupported:
            'This server cannot decode the format of the picture, such as HEIC. Send it as JPEG or PNG to see it in lists.',
          unreadable: 'The picture is damaged. Export it again.',
          too_large: 'The picture takes too much memory or time. Send it with fewer pixels.',
        },
        specialUsage: {
          generic: 'Generic',
          templateMedia: 'Template media',
          icon: 'Icon',
          preview: 'Preview',
          overlayIcon: 'Overlay icon',
        },
        status: {
          pending: 'Pending',
          completed: 'Completed',
          deletable: 'To be deleted',
        },
      },
      tabs: {
        details: 'Details',
        events: 'Events',
        completed: 'Completed',
        grid: 'Grid',
        pending: 'Pending',
        deletable: 'To be deleted',
        shares: 'Shares',
      },
      actions: {
        restore: 'Restore',
        regenerate: 'Regenerate thumbnail',
      },
      confirm: {
        restore: 'The media will no longer be deleted. Restore it?',
      },
      done: {
        restore: 'Media restored',
        regenerate: 'The thumbnail is being regenerated',
      },
      createTitle: 'New media',
      createRefused: 'Only root, partners and administrators can create medias.',
      fromFile: 'Filled in from the file',
      bulk: {
        tag: 'Add tags',
        untag: 'Remove tags',
      },
    },
  },
} as const
