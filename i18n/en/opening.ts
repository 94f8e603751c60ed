/** A file of its own: the pages before sign-in show these, and nothing else of the panel. */
export const opening = {
  app: {
    name: 'vecto admin',
    loading: 'Loading…',
    openFailed: {
      title: 'The panel could not be opened',
      text: 'The server cannot be reached. Check your connection and, on a guest network, its sign-in page, then try again.',
      script:
        'An error stopped the panel: %{message}. Update your browser, then try again; if the error stays, send this text to your administrator.',
      retry: 'Try again',
    },
  },
} as const
