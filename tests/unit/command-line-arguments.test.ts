import { describe, expect, it } from 'vitest'
import { readArguments, readConnection } from '~/cli/arguments'
import { companyIn, vectoIn, videoIn } from '~/cli/commands'
import { languageOf } from '~/cli/report'

const read = (...args: string[]) => readArguments(args)

describe('command-line arguments', () => {
  it('without arguments the command is help, with the default settings', () => {
    expect(read()).toEqual({
      command: 'help',
      given: [],
      company: undefined,
      journal: undefined,
      create: false,
      watch: false,
      settings: { mode: 'accurate.video', offsetStart: 0 },
    })
  })

  it('accepts arguments in any order', () => {
    const order = read('--watch', 'upload', '--mode=fast', './day-1', '--create', '--company', 'abc')
    expect(order).toMatchObject({ command: 'upload', given: ['./day-1'], company: 'abc', create: true })
    expect(order).toMatchObject({ watch: true, settings: { mode: 'fast' } })
  })

  it.each([
    [['--help'], 'help'],
    [['upload', './day-1', '-h'], 'help'],
    [['create', 'a', '--', '--watch'], 'create'],
    [['Upload'], 'Upload'],
  ])('the arguments %j select the command %s', (args, command) => {
    expect(read(...args).command).toBe(command)
  })

  it('accepts any folder name, empty or like an option', () => {
    expect(read('upload', '--', '--create').given).toEqual(['--create'])
    expect(read('upload', '').given).toEqual([''])
  })

  it.each([
    [[], { offsetStart: 0 }],
    [['--from', '0', '--to', '0.5'], { offsetStart: 0, offsetEnd: 0.5 }],
    [['--from', '2', '--to', '2.001'], { offsetStart: 2, offsetEnd: 2.001 }],
    [['--to', '10'], { offsetStart: 0, offsetEnd: 10 }],
    [['--from', ' 1.5 '], { offsetStart: 1.5 }],
    [['--fps', '30'], { offsetStart: 0, framerate: 30 }],
    [['--height', '3.5'], { offsetStart: 0, cameraHeight: 3.5 }],
    [['--from', '1', '--from', '2'], { offsetStart: 2 }],
  ])('the options %j set %j', (args, settings) => {
    expect(read('create', 'a', ...args).settings).toEqual({ mode: 'accurate.video', ...settings })
  })

  it.each([
    [['--from', 'ten'], 'noNumber', { name: 'from', text: 'ten' }],
    [['--from', ''], 'noNumber', { name: 'from' }],
    [['--from', '  '], 'noNumber', { name: 'from' }],
    [['--from=-1'], 'noNumber', { name: 'from', text: '-1' }],
    [['--to', '1,5'], 'noNumber', { name: 'to', text: '1,5' }],
    [['--to', 'Infinity'], 'noNumber', { name: 'to' }],
    [['--fps', 'NaN'], 'noNumber', { name: 'fps' }],
    [['--to', '10s'], 'noNumber', { name: 'to' }],
    [['--height', '0'], 'noHeight', { text: '0', least: 0.2, most: 20 }],
    [['--height=-1'], 'noHeight', { text: '-1' }],
    [['--height', '1e9'], 'noHeight', { text: '1e9' }],
    [['--height', 'NaN'], 'noHeight', { text: 'NaN' }],
    [['--height', ''], 'noHeight', { text: '' }],
    [['--to', '0'], 'emptyRange', { from: 0, to: 0 }],
    [['--from', '5', '--to', '5'], 'emptyRange', { from: 5, to: 5 }],
    [['--from', '5', '--to', '4.9'], 'emptyRange', { from: 5, to: 4.9 }],
    [['--mode', 'slow'], 'unknownMode', { mode: 'slow' }],
    [['--mode', ''], 'unknownMode', { mode: '' }],
    [['--watch=yes'], 'unknownOption', {}],
    [['--strange'], 'unknownOption', {}],
    [['--to'], 'unknownOption', {}],
    [['-x'], 'unknownOption', {}],
  ])('rejects the options %j: %s', (args, key, values) => {
    expect(() => read('create', 'a', ...args)).toThrow(
      expect.objectContaining({ key, values: expect.objectContaining(values) }),
    )
  })
})

describe('server URL and token', () => {
  const token = 'vecto_abc'
  const connection = (VECTO_URL: string | undefined, VECTO_TOKEN: string | undefined = token) =>
    readConnection({ VECTO_URL, VECTO_TOKEN })

  it.each([
    ['https://admin.example.com', 'https://admin.example.com'],
    ['https://admin.example.com/', 'https://admin.example.com'],
    ['https://admin.example.com//', 'https://admin.example.com'],
    ['HTTPS://Admin.Example.com', 'https://admin.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://example.com/vecto/', 'https://example.com/vecto'],
    [' https://admin.example.com\n', 'https://admin.example.com'],
  ])('normalizes the URL %j to %s', (given, url) => {
    expect(connection(given)).toEqual({ url, token })
  })

  it('trims line breaks and blanks around the token', () => {
    for (const given of ['vecto_abc\n', 'vecto_abc\r\n', ' vecto_abc '])
      expect(connection('https://admin.example.com', given).token).toBe('vecto_abc')
  })

  it.each([
    [undefined, token],
    ['', token],
    ['admin.example.com', token],
    ['ftp://admin.example.com', token],
    ['javascript:alert(1)', token],
    ['https://admin.example.com', undefined],
    ['https://admin.example.com', ''],
    ['https://admin.example.com', 'Bearer vecto_abc'],
    ['https://admin.example.com', 'vecto_a b'],
    ['https://admin.example.com', 'vecto_…'],
    ['https://admin.example.com', 'vecto_abc\nX-Other: 1'],
  ])('rejects the URL %j with the token %j before sending a request', (url, given) => {
    expect(() => readConnection({ VECTO_URL: url, VECTO_TOKEN: given })).toThrow(
      expect.objectContaining({ key: 'noConnection' }),
    )
  })
})

describe('path of a 3D video', () => {
  it.each(['v1/d1', 'videos/v1/d1', 'videos/v1/vectos/d1', 'v1/vectos/d1'])(
    'accepts %s as a 3D video',
    given => {
      expect(vectoIn(given)).toBe('videos/v1/vectos/d1')
    },
  )

  it.each([
    ...['', 'v1', 'videos/v1', 'vectos/d1', 'videos/v1/vectos', 'videos/v1/vectos/', 'v1/', '/d1', 'v1//d1'],
    ...['v1/d1/x', 'v1/../d1', 'v1/d1?x', 'v1/d1\n', 'companies/v1/vectos/d1', 'https://a.example/v1/d1'],
  ])('rejects %j as a 3D video', given => {
    expect(() => vectoIn(given)).toThrow(expect.objectContaining({ key: 'badAddress', values: { given } }))
  })
})

describe('path of a 360° video', () => {
  it.each(['v1', 'videos/v1', 'videos.v1'])(
    'accepts %s as a 360° video, as the command line prints it',
    given => {
      expect(videoIn(given)).toBe('videos/v1')
    },
  )

  it.each(['', 'videos/', 'v1/d1', 'videos/v1/vectos/d1', 'v 1', '..', 'v1?x', 'vectos/v1'])(
    'rejects %j as a 360° video',
    given => {
      expect(() => videoIn(given)).toThrow(expect.objectContaining({ key: 'noVideo' }))
    },
  )
})

it('accepts a company as a uid or as a reference', () => {
  expect([companyIn('c1', undefined), companyIn('companies/c1', 'companies/own')]).toEqual([
    'companies/c1',
    'companies/c1',
  ])
  expect(companyIn(undefined, 'companies/own')).toBe('companies/own')
  for (const given of ['users/c1', 'companies/', 'companies/c1/x'])
    expect(() => companyIn(given, undefined)).toThrow()
  expect(() => companyIn(undefined, undefined)).toThrow(expect.objectContaining({ key: 'noCompany' }))
})

it.each([
  [{}, 'en'],
  [{ LANG: 'fr_FR.UTF-8' }, 'fr'],
  [{ LANG: 'ES' }, 'es'],
  [{ LANG: 'de_DE.UTF-8' }, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LC_ALL: 'C', LANG: 'fr_FR' }, 'en'],
  [{ LC_ALL: '', LC_MESSAGES: 'es_ES', LANG: 'fr_FR' }, 'es'],
  [{ LC_ALL: 'fr_CA', LC_MESSAGES: 'es_ES' }, 'fr'],
])('the language of a terminal with %j is %s', (env, language) => {
  expect(languageOf(env)).toBe(language)
})
