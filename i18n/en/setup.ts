/** The page that creates the first account of a new platform. */
export const setup = {
  title: 'Set up this platform',
  lead: 'Nobody has an account here yet. Create the first one: it can do everything, and invite the others.',
  code: 'Setup code',
  codeHelp: 'The server prints it when it starts, on its terminal or in its log.',
  company: 'Your company',
  companyHelp: 'The provider of this platform. You can change the name later.',
  lang: 'Language of your account',
  submit: 'Create my account',
  busy: 'Creating your account…',
  codeMissing: 'Enter the setup code.',
  companyMissing: 'Enter the name of your company.',
  companyLong: 'The name is too long: 120 characters at most.',
  emailWrong: 'This is not an e-mail address.',
  nameLong: 'The name is too long: 80 characters at most.',
  done: 'This platform is set up already.',
  doneText: 'Sign in with your account, or ask a root user of this platform to invite you.',
  signIn: 'Go to sign-in',
  problems: {
    set_up: 'This platform was set up a moment ago. Sign in, or ask its root user to invite you.',
    setup_code:
      'This is not the setup code, or it has expired. Start the server again: it prints another one.',
  },
} as const
