const hexOf = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * The W3C `traceparent` of a call: the trace begins in the browser, so that the server's log identifies a request whose
 * response never arrived. Only for the product's own server: others may reject the header.
 */
export const newTraceparent = () => `00-${hexOf(16)}-${hexOf(8)}-01`
