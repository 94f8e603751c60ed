/** The pixel range of a cell; at least one pixel, even if the image is smaller than the grid. */
const span = (cell: number, count: number, pixels: number) => {
  const from = Math.floor((cell * pixels) / count)
  return [from, Math.max(from + 1, Math.floor(((cell + 1) * pixels) / count))] as const
}

export type Size = { readonly width: number; readonly height: number }

/** Resizes a plane of one byte per pixel to another size: each new pixel is the mean of the pixels it covers. */
export const shrinkPlane = (plane: Uint8Array, from: Size, to: Size): Uint8Array => {
  const small = new Uint8Array(to.width * to.height)
  for (let row = 0; row < to.height; row += 1) {
    const [top, bottom] = span(row, to.height, from.height)
    for (let column = 0; column < to.width; column += 1) {
      const [left, right] = span(column, to.width, from.width)
      let sum = 0
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1) sum += plane[y * from.width + x] ?? 0
      small[row * to.width + column] = sum / ((bottom - top) * (right - left)) + 0.5
    }
  }
  return small
}
