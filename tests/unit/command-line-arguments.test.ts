import { describe, expect, it } from 'vitest'
import { readArguments, readConnection } from '~/cli/arguments'
import { companyIn, vectoIn, videoIn } from '~/cli/commands'
import { languageOf } from '~/cli/report'

const read = (...args: string[]) => readArguments(args)

describe('the arguments of the command line', () => {
  it('ask for help where there are none, and for the usual settings', () => {
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

  it('are understood in any order', () => {
    const order = read('--watch', 'upload', '--mode=fast', './day-1', '--create', '--company', 'abc')
    expect(order).toMatchObject({ command: 'upload', given: ['./day-1'], company: 'abc', create: true })
    expect(order).toMatchObject({ watch: true, settings: { mode: 'fast' } })
  })

  it.each([
    [['--help'], 'help'],
    [['upload', './day-1', '-h'], 'help'],
    [['create', 'a', '--', '--watch'], 'create'],
    [['Upload'], 'Upload'],
  ])('%j are the command %s', (args, command) => {
    expect(read(...args).command).toBe(command)
  })

  it('name a folder as it is, whatever it looks like', () => {
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
    [['--from', '1', '--from', '2'], { offsetStart: 2 }],
  ])('%j set %j', (args, settings) => {
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
    [['--to', '0'], 'emptyRange', { from: 0, to: 0 }],
    [['--from', '5', '--to', '5'], 'emptyRange', { from: 5, to: 5 }],
    [['--from', '5', '--to', '4.9'], 'emptyRange', { from: 5, to: 4.9 }],
    [['--mode', 'slow'], 'unknownMode', { mode: 'slow' }],
    [['--mode', ''], 'unknownMode', { mode: '' }],
    [['--watch=yes'], 'unknownOption', {}],
    [['--strange'], 'unknownOption', {}],
    [['--to'], 'unknownOption', {}],
    [['-x'], 'unknownOption', {}],
  ])('%j are refused: %s', (args, key, values) => {
    expect(() => read('create', 'a', ...args)).toThrow(
      expect.objectContaining({ key, values: expect.objectContaining(values) }),
    )
  })
})

describe('the server and the token', () => {
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
  ])('%j is %s', (given, url) => {
    expect(connection(given)).toEqual({ url, token })
  })

  it('are taken without the line break that a file of a secret ends with', () => {
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
  ])('%j with %j are refused before anything is sent', (url, given) => {
    expect(() => readConnection({ VECTO_URL: url, VECTO_TOKEN: given })).toThrow(
      expect.objectContaining({ key: 'noConnection' }),
    )
  })
})

describe('a 3D video to watch', () => {
  it.each(['v1/d1', 'videos/v1/d1', 'videos/v1/vectos/d1', 'v1/vectos/d1'])('is named by %s', given => {
    expect(vectoIn(given)).toBe('videos/v1/vectos/d1')
  })

  it.each([
    ...['', 'v1', 'videos/v1', 'vectos/d1', 'videos/v1/vectos', 'videos/v1/vectos/', 'v1/', '/d1', 'v1//d1'],
    ...['v1/d1/x', 'v1/../d1', 'v1/d1?x', 'v1/d1\n', 'companies/v1/vectos/d1', 'https://a.example/v1/d1'],
  ])('is not named by %j', given => {
    expect(() => vectoIn(given)).toThrow(expect.objectContaining({ key: 'badAddress', values: { given } }))
  })
})

describe('a 360° video to make a 3D one of', () => {
  it.each(['v1', 'videos/v1', 'videos.v1'])('is named by %s, as the command line prints it', given => {
    expect(videoIn(given)).toBe('videos/v1')
  })

  it.each(['', 'videos/', 'v1/d1', 'videos/v1/vectos/d1', 'v 1', '..', 'v1?x', 'vectos/v1'])(
    'is not named by %j',
    given => {
      expect(() => videoIn(given)).toThrow(expect.objectContaining({ key: 'noVideo' }))
    },
  )
})

it('a company is named by its uid, or as the API does', () => {
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
