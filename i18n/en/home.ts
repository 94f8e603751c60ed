export const home = {
  app: {
    home: {
      title: 'Home',
      hello: 'Hello %{name}',
      helloNobody: 'Hello',
      welcome: 'Welcome to the back-office of your 360° and 3D videos.',
      noSections: 'Your role has no access to any section of this panel. Ask your administrator for access.',
      loading: 'Loading the home page',
    },
    numbers: {
      title: 'At a glance',
      minutesLeft: 'Minutes left',
      seatsLeft: 'Seats left',
      activeSeatsLeft: 'Active seats left',
      of: 'of %{total}',
      all: 'of %{total}, in %{smart_count} company |||| of %{total}, in %{smart_count} companies',
      none: 'None bought yet',
      running: 'Videos in the making',
      runningNone: 'Nothing is being processed',
      runningOf: '360: %{videos} · 3D: %{vectos}',
      add: 'Add',
    },
    days: {
      title: 'The last 30 days',
      minutes: 'Minutes used',
      sessions: 'Sessions',
      none: 'Nothing is recorded yet: the first day appears here tomorrow.',
      most: 'most on %{day}: %{value}',
      more: 'Show the usage',
    },
    recent: {
      title: 'Recent videos',
      none: 'No video is ready yet. A 360 video appears here when it can be played, a 3D video when it is made.',
      kinds: { videos: '360', vectos: '3D' },
    },
    invitations: {
      title: 'Invitations waiting for you',
      company: 'Company',
      group: 'Group',
      createdBy: 'Invited by',
      createdAt: 'Invited',
      accept: 'Accept',
      decline: 'Decline',
      declineOf: 'Decline the invitation to %{group}',
      confirmDecline: 'Decline the invitation to “%{group}” of %{company}? The company can invite you again.',
      declined: 'The invitation to %{group} is declined',
      acceptOf: 'Accept the invitation to %{group}',
      confirm: 'Join “%{group}” of %{company}?',
      accepted: 'You are now a guest of %{group}',
    },
  },
  banners: {
    home: 'What you see here depends on your role. Your name in the menu opens your language and password settings; the button at the top switches between light and dark.',
    close: 'Dismiss this message',
  },
  checklist: {
    title: 'First steps',
    progress: '%{done} of %{total} done',
    isDone: 'Done',
    dismiss: 'Hide “%{name}” permanently',
    steps: {
      company: {
        title: 'Name your company',
        text: 'The provider of this platform, as its customers see it.',
        go: 'Open the form',
      },
      mail: {
        title: 'Test the e-mails',
        text: 'Sends a message to your own address by the mail server.',
        go: 'Send me a test',
      },
      customer: {
        title: 'Create your first customer',
        text: 'A company, its seats and minutes, and its administrator.',
        go: 'New customer',
      },
      video: {
        title: 'Upload a 360 video',
        text: 'An mp4 file of 360°, or the two files of a camera.',
        go: 'Upload',
      },
      invite: {
        title: 'Invite a colleague',
        text: 'They get an e-mail with a link to their account.',
        go: 'Invite',
      },
      vecto: {
        title: 'Make your first 3D video',
        text: 'Choose a part of a 360 video: it becomes a 3D video.',
        go: 'Choose a video',
      },
    },
    mail: {
      subject: 'Test of the e-mails',
      content: 'This platform can send e-mails: you can invite other people.',
      sent: 'The mail server accepted the message to %{email}. Look into your mailbox.',
      outbox:
        'No mail server is set up: set SMTP_URL on the server and start it again. Until then, e-mails are kept in the outbox.',
      waiting: 'The message was not sent yet. %{reason} It will be tried again.',
      failed: 'The mail server refused the message. %{reason}',
      open: 'See it in the outbox',
    },
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
    nothing: {
      noMailServer: 'No mail server is configured: e-mails will be kept on the server',
    },
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
