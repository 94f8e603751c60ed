/** The uid of a view, which its token names: `vecto_view_<uid>_<secret>`. */
export const viewingOf = (token: string) => token.split('_')[2] ?? ''

/** The hour and minute of an ISO time, in the reader's time zone. */
export const timeOf = (instant: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(instant))
