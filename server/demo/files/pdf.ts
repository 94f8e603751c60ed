/** Escapes PDF strings. Characters must be Latin-1: the built-in fonts contain no others. */
const escaped = (text: string) => text.replace(/[\\()]/g, found => `\\${found}`)

const page = (title: string, lines: readonly string[]) => {
  const body = lines.map(line => `(${escaped(line)}) Tj T*`).join('\n')
  return `BT /F1 24 Tf 72 750 Td (${escaped(title)}) Tj ET
0.2 0.3 0.5 RG 1.5 w 72 735 m 523 735 l S
BT /F2 11 Tf 16 TL 72 705 Td
${body}
ET`
}

const objects = (title: string, content: string) => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  `<< /Title (${escaped(title)}) >>`,
]

/** A PDF 1.4 of one A4 page: a title over lines of text (PDF 32000-1 §7.5). */
export const makePdf = (title: string, lines: readonly string[] = []): Buffer => {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const bodies = objects(title, page(title, lines))
  const offsets = bodies.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = bodies.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${bodies.length} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}
