export const notifications = {
  vectoCompleted: {
    title: '“{{vecto}}” is ready',
    detail: '',
  },
  vectoFailed: {
    title: '“{{vecto}}” could not be created',
    detail: '{{reason}}',
  },
  videoCompleted: {
    title: 'The 360° video “{{video}}” is ready',
    detail: '{{note}}',
  },
  /** What `note` tells: whether it suits a 3D video, and whether its sound was left out. */
  videoNotes: {
    ready: 'It can be turned into 3D.',
    silent: 'Its sound cannot be decoded and was left out.',
  },
  videoFailed: {
    title: 'The 360° video “{{video}}” cannot be used',
    detail: '{{reason}}',
  },
  invitationAccepted: {
    title: '{{person}} accepted your invitation',
    detail: '{{company}}',
  },
  quotaLow: {
    title: '{{company}} has used {{percent}} % of its minutes',
    detail: '{{left}} of {{total}} minutes are left. Ask for a purchase before they end.',
  },
  groupInvitation: {
    title: '{{company}} invites you to {{group}}',
    detail: '',
  },
  accountChanged: {
    title: '{{event}}',
    detail: 'If it was not you, change your password and tell your administrator.',
  },
  passwordReset: {
    title: '{{person}} has reset their password by e-mail',
    detail: 'If they do not know of it, disable the account.',
  },
} as const
