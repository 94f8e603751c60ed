const signIn = {
  title: 'Sign in',
  lead: 'Use your work account.',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  or: 'or',
  passkey: 'Sign in with a passkey',
  passkeyWaiting: 'Continue in the window of your browser…',
  thirdParty: 'Continue with your organisation',
  thirdPartyWaiting: 'Continue in the other window…',
  settingUp: 'Setting up your account…',
  popupBlocked: 'Your browser has blocked the sign-in window. Allow pop-ups for this site, then try again.',
  otherSignIn: 'This e-mail already signs in another way. Use that one.',
  emailMissing: 'Enter your e-mail.',
  passwordMissing: 'Enter your password.',
  userNotFound: 'User not found',
  wrongPassword: 'Wrong password',
  badCredentials: 'Wrong e-mail or password',
  tooManyAttempts: 'Too many attempts. Try again in %{wait}.',
  seconds: '%{count} s',
  minutes: '%{count} min',
  unreachable:
    'The server cannot be reached. Check your connection and, on a guest network, its sign-in page, then try again.',
  failed: 'An error occurred.',
  ended: 'Your session has ended. Sign in to return to where you were.',
  noRole: 'This account has no role yet. Ask your administrator.',
  storageLost:
    'This browser stores nothing for this site: its storage is blocked or full. You can sign in, until this page is reloaded or closed.',
  artTitle: 'From every angle to every dimension',
  artText: '360° videos in, 3D videos out.',
  forgotten: 'Forgot your password?',
  language: 'Language',
} as const

export const callbackDone = 'You are signed in. You can close this window.'

export const callbackFailed =
  'This sign-in did not start in this browser, or took too long. Close this window, then start again from the sign-in page.'

const problems = {
  third_party_down:
    'The sign-in of your organisation is not responding. Try again later, or use your e-mail and password.',
  third_party_refused: 'Your organisation did not confirm the sign-in. Start again.',
  email_missing:
    'Your organisation’s sign-in does not send your e-mail. Its administrator can add the claim “email”, or name another one on this server (OIDC_EMAIL_CLAIM).',
  email_unverified:
    'Your organisation has not verified your e-mail, so it cannot be used here. Ask your administrator.',
  account_closed: 'This account is closed. Ask your administrator.',
  other_account:
    'Your user is linked to another account of your organisation. Ask your administrator to unlink it.',
  quota: 'Your company has no free seat. Ask your administrator.',
  user_not_found: 'User not found. Ask your administrator to invite you.',
  second_factor: 'Enter the code from your authenticator app.',
  wrong_code: 'Wrong code. Each code works once: wait for the next one.',
  passkey_refused: 'The passkey did not work. Start again, or sign in with your password.',
  passkey_unknown:
    'This passkey is not known here. Sign in with your password, then add a new one in your account.',
  passkey_impossible: 'This device cannot use passkeys here. Sign in with your password.',
} as const

const factor = {
  title: 'Second step',
  lead: 'Enter the 6 digits that your authenticator app shows, or a recovery code.',
  code: 'Code',
  back: 'Use another account',
} as const

const forgotten = {
  title: 'Forgotten password',
  lead: 'Enter the e-mail you sign in with: a link to choose another password is sent to it.',
  email: 'E-mail',
  submit: 'Reset My Password',
  submitting: 'Sending…',
  back: 'Back to sign-in',
  missing: 'Enter your e-mail.',
  malformed: 'this is not an e-mail address.',
  sent: 'Password reset email successfully sent to %{email}',
  sentMore: 'If there is an account with this address, the link is valid for an hour.',
  waiting: 'The mail server is not responding at the moment: the e-mail will be sent as soon as it does.',
  outbox:
    'This server does not send e-mails yet. If there is an account with the address %{email}, a link that is valid for an hour waits in its outbox: ask the person who runs this server for it.',
  failed: "Unable to send password reset email to '%{email}': %{reason}",
} as const

/** The pages before sign-in, apart from those behind the links of e-mails. */
export const entrance = { signIn, problems, factor, forgotten } as const
