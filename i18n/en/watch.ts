export const watch = {
  title: '3D video',
  loading: 'The video is loading',
  unavailable: {
    title: 'This video is not available',
    text: 'The link is incomplete, has ended, or was revoked. Ask the person who sent it to you for a new one.',
  },
  embedded: {
    title: 'This video cannot be shown here',
    text: 'Its link is not meant for this website.',
    open: 'Open the video in a new tab',
  },
  locked: {
    title: 'This video needs a password',
    text: 'The person who sent you the link knows it.',
    password: 'Password',
    submit: 'Watch',
    busy: 'Checking…',
    missing: 'Enter the password.',
    wrong: 'The password is wrong. Check it, then try again.',
  },
  tooMany: 'Too many attempts. Try again in %{minutes} min.',
  unreachable: 'The server cannot be reached. Check your connection, then try again.',
  failed: 'Something went wrong. Try again in a moment.',
  offline: 'You are offline. Playback goes on as far as the video is loaded.',
  retry: 'Try again',
  volume: 'Volume',
} as const
