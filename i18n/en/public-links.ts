export const publicLinks = {
  resources: {
    public_links: {
      empty:
        'With a public link anyone watches a 3D video without an account, until the link ends. Open a completed 3D video to create one.',
      name: 'Public link |||| Public links',
      notifications: {
        created: 'Public link created',
        deleted: 'Public link deleted',
      },
      fields: {
        name: 'Name',
        vecto: '3D video',
        company: 'Company',
        status: 'Status',
        expiresAt: 'Ends',
        password: 'Password',
        hasPassword: 'With password',
        domains: 'Websites that may embed it',
        views: 'Views',
        seconds: 'Watch time',
        createdBy: 'Created by',
        createdAt: 'Created',
        updatedAt: 'Modified',
      },
      choices: {
        status: {
          active: 'Active',
          ended: 'Ended',
          revoked: 'Revoked',
        },
      },
      actions: {
        revoke: 'Revoke',
      },
      confirm: {
        revoke:
          'Nobody can open the 3D video with this link any more, and pages that embed it show it no longer. A revoked link never works again. Revoke it?',
      },
      done: {
        revoke: 'The link no longer works',
      },
      deleteText:
        'Nobody can open the 3D video with this link any more. This is final: a deleted link never comes back. Views and watch time of the 3D video stay.',
    },
  },
  publicLinks: {
    open: 'Share',
    title: 'Share “%{name}” by a public link',
    about:
      'Anyone who has the link can watch this 3D video, and nothing else of your company, without an account.',
    nameHelp: 'For you only, so that you find the link again. Visitors see the name of the 3D video.',
    end: 'Last day',
    endHelp: 'The link works until the end of this day, for a year at most.',
    endMissing: 'Choose the last day.',
    passwordHelp: 'Optional. Visitors must enter it before they can watch.',
    domainsHelp:
      'Optional, such as www.example.com. Without any, no website can embed the player: it opens at the link only.',
    create: 'Create the link',
    created: 'The public link is ready',
    once: 'Copy it now: it is shown only once. The server stores no copy; if you lose it, revoke it and create another one.',
    link: 'Link',
    embed: 'HTML code for a website',
    notEmbedded:
      'This link names no website, so that none can embed the player. To embed it, create a link that names the website.',
    copyLink: 'Copy the link',
    copyEmbed: 'Copy the code',
    close: 'Close',
    needsPassword: 'Tell the password separately: it is not part of the link.',
  },
  playbacks: {
    title: 'Views and watch time',
    views: 'Views',
    seconds: 'Watch time',
    now: {
      views: '%{used} views in this period',
      seconds: '%{used} watched in this period',
    },
    note: 'Counted when playback starts, in this panel and through public links; days are in UTC. Nothing is recorded about visitors.',
    empty: 'Nobody has watched it yet',
    emptyText: 'Views are counted from the first time that somebody plays this 3D video.',
    fileName: 'views of %{name}',
    minutes: 'Watch time (min)',
  },
} as const
