export const mail = {
  footer: 'Sent by {{product}}. If this message is not meant for you, ignore it.',
  actions: {
    invite: {
      subject: '<p>Your access to {{company}}</p>',
      content:
        '<p>Hello {{firstname}},</p><p>You are invited to join <strong>{{company}}</strong> on {{product}}. Choose a password to begin.</p><p><a href="{{link}}">Accept the invitation</a></p><p>The link is yours alone: do not pass it on.</p>',
    },
    passwordReset: {
      subject: '<p>Choose a new password</p>',
      content:
        '<p>Hello {{firstname}},</p><p>A new password was requested for your account {{email}}.</p><p><a href="{{link}}">Choose a new password</a></p><p>If it was not you, ignore this message: your password stays as it is.</p>',
    },
    groupInvitation: {
      subject: '<p>{{company}} invites you to {{group}}</p>',
      content:
        '<p>Hello {{firstname}},</p><p><strong>{{company}}</strong> invites you to the group <em>{{group}}</em>.</p><p><a href="{{link}}">See the invitation</a></p>',
    },
    vectoCompleted: {
      subject: '<p>“{{vecto}}” is ready</p>',
      content:
        '<p>Hello {{firstname}},</p><p>Your 3D video <strong>{{vecto}}</strong> is ready.</p><p><a href="{{link}}">Watch it</a></p>',
    },
    vectoFailed: {
      subject: '<p>“{{vecto}}” could not be created</p>',
      content:
        '<p>Hello {{firstname}},</p><p>Your 3D video <strong>{{vecto}}</strong> could not be created.</p><p>{{reason}}</p><p><a href="{{link}}">See what to do</a></p><p>The minutes that it would have used were given back.</p>',
    },
    securityAlert: {
      subject: '<p>{{event}}</p>',
      content:
        '<p>Hello {{firstname}},</p><p>On your account {{email}}: <strong>{{event}}</strong>.</p><p>When: {{moment}}<br>Network address: {{address}}</p><p>If this was you, or you expected it, there is nothing to do. If not, <a href="{{link}}">change your password</a> and tell your administrator.</p>',
    },
    notification: {
      subject: '<p>{{event}}</p>',
      content:
        '<p>Hello {{firstname}},</p><p>{{event}}.</p><p>{{detail}}</p><p><a href="{{link}}">See more</a></p>',
    },
  },
  samples: {
    firstname: 'Grace',
    lastname: 'Hopper',
    email: 'grace.hopper@example.com',
    company: 'Lighthouse Studio',
    host: 'Ada Lovelace',
    group: 'Harbour tours',
    vecto: 'Harbour at dawn',
    reason:
      'The camera hardly moves, so depth cannot be measured. Choose a part where it does, or the fast mode.',
    product: 'vecto admin',
    link: 'https://admin.example.com/onboarding/sample',
    event: 'Password changed',
    moment: '22/11/2026 14:05',
    address: '192.0.2.10',
    detail: 'If it was not you, change your password and tell your administrator.',
  },
  panel: {
    preview: 'Preview',
    previewText: 'As it is sent, with sample values. Empty languages use the built-in text.',
    noAction: 'Choose an action to see its e-mail.',
    subject: 'Subject',
    builtIn: 'Built-in text',
    builtInSubject: 'Built-in subject',
    message: 'Message in %{language}',
    placeholders: 'Placeholders',
    placeholdersText:
      'They stand for values that differ between readers. Click one to insert it at the caret of the text that you edit; it can also be the address of a link.',
    required: 'needed',
    names: {
      firstname: 'First name, or the address where there is none',
      lastname: 'Last name',
      email: 'The reader’s address',
      company: 'Company',
      host: 'Who invites',
      group: 'Group',
      vecto: 'Name of the 3D video',
      reason: 'Why it failed',
      link: 'The address to open',
      product: 'Our name',
      event: 'What happened',
      moment: 'When it happened',
      address: 'The network address it came from',
      detail: 'Why it happened, or what to do',
    },
    problems: {
      unknown_placeholder: '%{field}: this e-mail does not support %{names}.',
      missing_placeholder: '%{field}: %{names} is missing; the e-mail is of no use without it.',
      broken_placeholder:
        '%{field}: the braces of “%{names}” do not match. A placeholder is written {{name}}, without formatting inside.',
      partial_link:
        '%{field}: the address of a link must be %{names} alone, with nothing before or after it.',
    },
    content: 'Content',
    test: 'Send me a test',
    testText: 'Sent to your own address, with the text of the form, saved or not.',
    testLang: 'Language',
    allLanguages: 'All languages',
    send: 'Send',
    results: {
      sent: '%{language}: accepted by the mail server. Check your mailbox.',
      waiting: '%{language}: not yet sent. %{reason} It will be tried again.',
      outbox: '%{language}: no mail server is set up, so it was kept.',
      failed: '%{language}: the mail server refused it. %{reason}',
    },
    inOutbox: 'See it in the outbox',
    outbox: 'Open the outbox',
    reasons: {
      unreachable: 'The mail server cannot be reached. Check SMTP_URL and the network.',
      timeout: 'The mail server did not answer in time.',
      tls: 'The encrypted connection to the mail server failed. Check its certificate, and smtp or smtps in SMTP_URL.',
      auth: 'The mail server refused the user or the password of SMTP_URL.',
      refused: 'The mail server does not accept e-mails from this sender. Check MAIL_FROM.',
      later: 'The mail server asked to try again later.',
      recipient: 'The mail server does not accept e-mails for this address.',
      content: 'The mail server refused the message itself.',
    },
    said: 'It said: %{reason}',
    states: {
      waiting: 'This e-mail is waiting to be sent.',
      sending: 'This e-mail is being sent.',
      sent: 'The mail server accepted this e-mail. Its text is not kept here, because it may contain a key.',
      failed: 'This e-mail was not sent and will not be tried again automatically.',
      kept: 'No mail server is set up: this e-mail was kept here and as a file on the server. Pass its link on by hand, or set SMTP_URL and send it again.',
    },
    shown: 'Message',
    asText: 'Plain text',
    links: 'Links',
    card: {
      title: 'E-mail',
      server: 'Mail server',
      none: 'No mail server is set up: e-mails are kept in the outbox. Set SMTP_URL to send them.',
      sender: 'Sender',
      waiting: 'Waiting',
      failed: 'Failed',
      kept: 'Kept',
      lastSent: 'Last sent',
      lastFailure: 'Last failure',
      never: 'Never',
      check: 'Check the mail server',
      reachable: 'The mail server responds and accepts the sign-in.',
    },
  },
  preferences: 'Notification settings',
} as const
