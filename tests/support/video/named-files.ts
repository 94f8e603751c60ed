import { makeZip } from '~/server/demo/files/zip'

const of = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const padded = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat([of(...parts), Buffer.alloc(600)])
const iso = (brand: string) => padded([0, 0, 0, 24], 'ftyp', brand, [0, 0, 0, 0], brand, 'isom')
const riff = (kind: string) => padded('RIFF', [36, 2, 0, 0], kind, 'fmt ', [16, 0, 0, 0, 1, 0, 1, 0])
const ebml = (kind: string) =>
  padded([0x1a, 0x45, 0xdf, 0xa3, 0x80 + kind.length + 3, 0x42, 0x82, 0x80 + kind.length], kind)
const ogg = (kind: string) => padded('OggS', [0, 2], Array<number>(20).fill(0), [1, 19], kind)
const zipOf = (...names: readonly string[]) =>
  makeZip(
    names.map(name => ({ name, bytes: Buffer.from(name === 'mimetype' ? 'application/epub+zip' : '<x/>') })),
  )
const office = (folder: string) => zipOf('[Content_Types].xml', '_rels/.rels', `${folder}/document.xml`)
const cfb = () => padded([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const xml = (root: string) => of('<?xml version="1.0" encoding="UTF-8"?>\n', `<${root}></${root}>`)
const tiff = () => padded('II', [42, 0, 8, 0, 0, 0, 0, 0])
const transport = () =>
  Buffer.concat(
    Array.from({ length: 8 }, () => Buffer.concat([of([0x47, 0x40, 0, 0x10]), Buffer.alloc(184)])),
  )
const m2ts = () =>
  Buffer.concat(
    Array.from({ length: 8 }, () =>
      Buffer.concat([of([0, 0, 0, 0, 0x47, 0x40, 0, 0x10]), Buffer.alloc(184)]),
    ),
  )

/** The first bytes of a file as its program writes it, and the content types that browsers and systems declare. */
export const namedFiles = (): readonly (readonly [
  name: string,
  bytes: Buffer,
  declared: readonly string[],
])[] => [
  ['clip.avi', riff('AVI '), ['video/x-msvideo', 'video/avi', 'video/vnd.avi', 'video/msvideo', '']],
  ['clip.mov', iso('qt  '), ['video/quicktime', 'video/mp4']],
  ['clip.mkv', ebml('matroska'), ['video/x-matroska', 'video/matroska', 'application/x-matroska']],
  ['clip.webm', ebml('webm'), ['video/webm', 'audio/webm']],
  ['clip.3gp', iso('3gp5'), ['video/3gpp', 'audio/3gpp']],
  ['clip.mts', m2ts(), ['video/mp2t', 'model/vnd.mts', 'video/vnd.dlna.mpeg-tts', '']],
  ['clip.ts', transport(), ['video/mp2t', 'text/vnd.trolltech.linguist']],
  ['clip.m4v', iso('M4V '), ['video/x-m4v', 'video/mp4']],
  ['clip.360', iso('mp41'), ['', 'application/octet-stream', 'video/mp4']],
  ['clip.insv', iso('avc1'), ['', 'video/mp4', 'application/octet-stream']],
  ['clip.dv', padded([0x1f, 7, 0, 0x3f, 0x80]), ['video/x-dv', 'video/dv']],
  ['song.mp3', padded('ID3', [3, 0, 0, 0, 0, 0, 0]), ['audio/mpeg', 'audio/mp3', 'audio/x-mp3']],
  ['song.m4a', iso('M4A '), ['audio/mp4', 'audio/x-m4a', 'audio/m4a']],
  ['song.wav', riff('WAVE'), ['audio/wav', 'audio/x-wav', 'audio/vnd.wave', 'audio/wave']],
  ['song.flac', padded('fLaC', [0, 0, 0, 34]), ['audio/flac', 'audio/x-flac']],
  ['song.ogg', ogg('\x01vorbis'), ['audio/ogg', 'video/ogg', 'application/ogg']],
  ['song.opus', ogg('OpusHead'), ['audio/ogg', 'audio/opus', 'audio/ogg; codecs=opus']],
  ['song.aiff', padded('FORM', [0, 0, 2, 0], 'AIFF'), ['audio/aiff', 'audio/x-aiff']],
  ['song.mid', padded('MThd', [0, 0, 0, 6, 0, 1, 0, 1]), ['audio/midi', 'audio/mid', 'audio/x-midi']],
  [
    'photo.jpg',
    padded([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF'),
    ['image/jpeg', 'image/pjpeg', 'image/jpg', 'image/png'],
  ],
  ['photo.heic', iso('heic'), ['image/heic', 'image/heif', '']],
  ['photo.dng', tiff(), ['image/x-adobe-dng', 'image/dng', 'image/tiff', '']],
  ['photo.bmp', padded('BM', [0, 3, 0, 0]), ['image/bmp', 'image/x-ms-bmp']],
  ['photo.tga', padded([5, 0, 10, 0, 0, 0, 0, 0]), ['image/x-tga', 'image/x-targa']],
  [
    'photo.psd',
    padded('8BPS', [0, 1]),
    ['image/vnd.adobe.photoshop', 'application/x-photoshop', 'image/x-photoshop'],
  ],
  ['icon.ico', padded([0, 0, 1, 0, 1, 0, 16, 16]), ['image/x-icon', 'image/vnd.microsoft.icon']],
  ['drawing.svg', of('<svg xmlns="http://www.w3.org/2000/svg"/>'), ['image/svg+xml']],
  ['plan.dxf', of('0\nSECTION\n2\nHEADER\n'), ['image/vnd.dxf', 'application/dxf', '']],
  ['scene.glb', padded('glTF', [2, 0, 0, 0]), ['model/gltf-binary', 'application/octet-stream']],
  ['scene.usdz', zipOf('scene.usdc'), ['model/vnd.usdz+zip', 'application/zip', '']],
  ['route.kml', xml('kml'), ['application/vnd.google-earth.kml+xml', 'application/xml', 'text/xml', '']],
  ['route.gpx', xml('gpx'), ['application/gpx+xml', 'application/octet-stream', '']],
  ['route.kmz', zipOf('doc.kml'), ['application/vnd.google-earth.kmz', 'application/zip']],
  [
    'all.zip',
    zipOf('a.txt'),
    ['application/zip', 'application/x-zip-compressed', 'application/x-zip', 'multipart/x-zip'],
  ],
  [
    'all.rar',
    padded('Rar!', [0x1a, 7, 0]),
    ['application/x-rar-compressed', 'application/vnd.rar', 'application/x-rar', ''],
  ],
  [
    'all.7z',
    padded('7z', [0xbc, 0xaf, 0x27, 0x1c]),
    ['application/x-7z-compressed', 'application/x-compressed', ''],
  ],
  ['all.gz', padded([0x1f, 0x8b, 8, 0]), ['application/gzip', 'application/x-gzip']],
  [
    'text.docx',
    office('word'),
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  ],
  [
    'sheet.xlsx',
    office('xl'),
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.ms-excel'],
  ],
  [
    'talk.pptx',
    office('ppt'),
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', ''],
  ],
  ['text.doc', cfb(), ['application/msword', 'application/vnd.ms-word']],
  ['sheet.xls', cfb(), ['application/vnd.ms-excel', 'application/excel']],
  ['text.rtf', of('{\\rtf1\\ansi }'), ['application/rtf', 'text/rtf', 'application/msword']],
  ['page.pdf', of('\r\n%PDF-1.4\n%x\n'), ['application/pdf', 'application/x-pdf', 'text/plain']],
  ['book.epub', zipOf('mimetype'), ['application/epub+zip']],
  [
    'list.csv',
    of('a;b\n1;2\n'),
    ['application/vnd.ms-excel', 'text/csv', 'text/plain', 'text/comma-separated-values'],
  ],
  ['notes.md', of('# Notes\n'), ['text/markdown', 'text/x-markdown', 'text/plain', '']],
  ['code.ts', of('export const one = 1\n'), ['video/mp2t', 'video/vnd.dlna.mpeg-tts', 'text/typescript']],
  [
    'titles.srt',
    of('1\n00:00:00,000 --> 00:00:01,000\nHi\n'),
    ['application/x-subrip', 'text/srt', 'text/plain'],
  ],
  ['titles.vtt', of('WEBVTT\n\n'), ['text/vtt', 'text/plain']],
  ['card.vcf', of('BEGIN:VCARD\nEND:VCARD\n'), ['text/vcard', 'text/x-vcard', 'text/directory']],
  ['data.json', of('{}'), ['application/json', 'text/json']],
  ['type.ttf', padded([0, 1, 0, 0, 0, 12]), ['font/ttf', 'application/x-font-ttf', 'font/sfnt']],
  [
    'setup.exe',
    padded('MZ'),
    [
      'application/x-msdownload',
      'application/vnd.microsoft.portable-executable',
      'application/octet-stream',
      '',
    ],
  ],
]

const exe = () => padded('MZ')
const elf = () => padded([0x7f], 'ELF', [2, 1, 1])
const page = () => of('<!-- hi -->\n<!DOCTYPE html><html><script>1</script></html>')
const drawing = () =>
  of('<?xml version="1.0"?>\n<!-- x --><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
const shell = () => of('#!/bin/sh\nrm -rf ~\n')

/** Programs, HTML pages and scripts with the names of images, videos and documents. */
export const disguisedFiles = (): readonly (readonly [name: string, bytes: Buffer, declared: string])[] => [
  ['photo.jpg', exe(), 'image/jpeg'],
  ['clip.mp4', exe(), 'video/mp4'],
  ['page.pdf', exe(), 'application/pdf'],
  ['text.docx', exe(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['notes.txt', exe(), 'text/plain'],
  ['photo.png', elf(), 'image/png'],
  ['song.mp3', elf(), 'audio/mpeg'],
  ['photo.png', page(), 'image/png'],
  ['photo.tga', page(), 'image/x-tga'],
  ['clip.dv', page(), 'video/x-dv'],
  ['page.pdf', page(), 'application/pdf'],
  ['text.doc', page(), 'application/msword'],
  ['photo.png', drawing(), 'image/png'],
  ['photo.png', of('\ufeff<svg onload=alert(1)>'), 'image/png'],
  ['clip.avi', drawing(), 'video/x-msvideo'],
  ['photo.gif', shell(), 'image/gif'],
  ['code.ts', shell(), 'video/mp2t'],
  ['clip.mp4', zipOf('a.txt'), 'video/mp4'],
]
