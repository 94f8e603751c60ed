export const home = {
  app: {
    home: {
      title: 'Home',
      hello: 'Hello %{name}',
      helloNobody: 'Hello',
      welcome: 'Welcome to the back-office of your 360° and 3D videos.',
      sections: 'Sections',
      noSections: 'Your role has no access to any section of this panel. Ask your administrator for access.',
      companies: 'Clients and partners, their seats and their video quota',
      users: 'The people of your company, their roles and their languages',
      medias: 'Images, documents and files used in environments',
      myCompany: 'Your company, its seats and its minutes',
      sessions: 'Who is signed in, where and for how long',
      environments: 'What is published, version by version',
      videos: 'The 360° sources of your 3D videos',
      vectos: '3D videos, from processing to sharing',
      administration: 'Downloads, e-mail templates and maintenance',
      audit: 'Who changed what, when and from where',
      trash: 'What was deleted, and can still be restored',
      usage: 'Minutes, seats, storage and sessions over time',
    },
    invitations: {
      title: 'Invitations waiting for you',
      company: 'Company',
      group: 'Group',
      createdBy: 'Invited by',
      createdAt: 'Invited',
      accept: 'Accept',
      acceptOf: 'Accept the invitation to %{group}',
      confirm: 'Join “%{group}” of %{company}?',
      accepted: 'You are now a guest of %{group}',
    },
  },
  banners: {
    home: 'What you see here depends on your role. Your name in the menu opens your language and password settings; the button at the top switches between light and dark.',
    close: 'Dismiss this message',
  },
  attention: {
    title: 'What needs attention',
    calm: 'Nothing needs your attention',
    calmText: 'Jobs, quotas, e-mails and deletions are all fine.',
    failed: 'This could not be checked: %{name}',
    retry: 'Check again',
    more: '+%{count} more',
    next: 'Next on %{date}',
    loading: 'Checking what needs attention',
    severity: {
      error: 'Urgent',
      warning: 'Warning',
      info: 'For information',
    },
    names: {
      failedVideos: 'failed 360 videos',
      failedVectos: 'failed 3D videos',
      stuckVideos: 'stuck 360 videos',
      stuckVectos: 'stuck 3D videos',
      notProcessing: 'video processing',
      seatsNearlyFull: 'seats',
      activeSeatsNearlyFull: 'active seats',
      minutesNearlyFull: 'minutes',
      seatsShort: 'pending invitations',
      mailFailed: 'failed e-mails',
      mailWaiting: 'waiting e-mails',
      noMailServer: 'mail server',
      dueEnvironments: 'environments to be deleted',
      dueVersions: 'environments with versions to be deleted',
      dueMedias: 'medias to be deleted',
      failedSignIns: 'failed sign-ins',
      refusals: 'refused actions',
    },
    entries: {
      failedVideos:
        '%{smart_count} 360 video failed in the last 30 days |||| %{smart_count} 360 videos failed in the last 30 days',
      failedVectos:
        '%{smart_count} 3D video failed in the last 30 days |||| %{smart_count} 3D videos failed in the last 30 days',
      stuckVideos:
        '%{smart_count} 360 video has made no progress for more than 2 hours |||| %{smart_count} 360 videos have made no progress for more than 2 hours',
      stuckVectos:
        '%{smart_count} 3D video has been at the same step for more than 2 hours |||| %{smart_count} 3D videos have been at the same step for more than 2 hours',
      notProcessing:
        'Videos are not being processed: %{smart_count} job is waiting |||| Videos are not being processed: %{smart_count} jobs are waiting',
      seatsNearlyFull:
        '%{smart_count} company uses more than 80% of its seats |||| %{smart_count} companies use more than 80% of their seats',
      activeSeatsNearlyFull:
        '%{smart_count} company uses more than 80% of its active seats |||| %{smart_count} companies use more than 80% of their active seats',
      minutesNearlyFull:
        '%{smart_count} company has used more than 80% of its minutes |||| %{smart_count} companies have used more than 80% of their minutes',
      seatsShort:
        '%{smart_count} company has fewer seats left than pending invitations |||| %{smart_count} companies have fewer seats left than pending invitations',
      mailFailed: '%{smart_count} e-mail could not be sent |||| %{smart_count} e-mails could not be sent',
      mailWaiting:
        '%{smart_count} e-mail has been waiting for more than an hour |||| %{smart_count} e-mails have been waiting for more than an hour',
      noMailServer:
        'No mail server is configured: %{smart_count} e-mail is kept on the server |||| No mail server is configured: %{smart_count} e-mails are kept on the server',
      dueEnvironments:
        '%{smart_count} environment will be deleted within 7 days |||| %{smart_count} environments will be deleted within 7 days',
      dueVersions:
        '%{smart_count} environment has versions that will be deleted within 7 days |||| %{smart_count} environments have versions that will be deleted within 7 days',
      dueMedias:
        '%{smart_count} media will be deleted within 7 days |||| %{smart_count} medias will be deleted within 7 days',
      failedSignIns:
        '%{smart_count} failed sign-in in the last 7 days |||| %{smart_count} failed sign-ins in the last 7 days',
      refusals:
        '%{smart_count} refused action in the last 7 days |||| %{smart_count} refused actions in the last 7 days',
    },
  },
  work: {
    title: 'My work',
    inProgress: 'In progress',
    finished: 'Finished in the last 7 days',
    none: 'You have no video in progress, and none finished in the last 7 days.',
  },
} as const
