/** Cuts what is too long to be read in a row. */
export const shortened = (text: string, longest = 80) => {
  const letters = [...text]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text
}

/** The words of some HTML. A parsed document runs nothing and fetches nothing. */
export const wordsOf = (html: string) => {
  const { body } = new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html')
  for (const code of body.querySelectorAll('script, style')) code.remove()
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
