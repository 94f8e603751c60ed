export type Size = { readonly width: number; readonly height: number }

export const gradient = (id: string, colours: readonly string[]) => {
  const stops = colours.map(
    (colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`,
  )
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`
}

export const circle = (x: number, y: number, radius: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${fill}" opacity="${opacity}"/>`

export const box = (x: number, y: number, width: number, height: number, fill: string, round = 0) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="${round}" fill="${fill}"/>`

/** Images contain no text, because fonts differ between machines. */
export const document = ({ width, height }: Size, defs: string, ...shapes: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${defs}</defs>${shapes.join('')}</svg>`
