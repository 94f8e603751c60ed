export const forgottenPassword = {
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
    'This server does not send e-mails yet: ask its operator for the link, which is kept in its outbox.',
  failed: "Unable to send password reset email to '%{email}': %{reason}",
} as const
