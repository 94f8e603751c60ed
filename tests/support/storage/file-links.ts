/** Whether a link leads to the server itself and not to a file store. */
export const isOwnLink = (link: string) => link.startsWith('/parse/blob/')

/** Expiry of a link, in seconds since 1970. */
export const endOf = (link: string) => {
  const query = new URL(link, 'http://server').searchParams
  if (isOwnLink(link)) return Number(query.get('until'))
  const signedAt = query.get('X-Amz-Date')?.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')
  return Date.parse(signedAt ?? '') / 1000 + Number(query.get('X-Amz-Expires'))
}

/** The link with another file, another expiry and another signature. */
export const forgeriesOf = (link: string) => {
  const other = 'A'.repeat(20)
  const changes: readonly (readonly [RegExp, string])[] = isOwnLink(link)
    ? [
        // Signatures contain no dot. Any other first character would leave one link in 64 unchanged.
        [/signature=./, 'signature=.'],
        [/until=\d/, 'until=9'],
        [/\?(as=\w+&)?/, '?as=other&'],
        [/blob\/\w+\//, `blob/${other}/`],
      ]
    : [
        [/X-Amz-Signature=./, 'X-Amz-Signature=_'],
        [/X-Amz-Expires=\d/, 'X-Amz-Expires=9'],
        [/\w{20}\?/, `${other}?`],
        [/response-content-type=/, 'response-content-type=x'],
      ]
  return changes.map(([from, to]) => link.replace(from, to))
}
