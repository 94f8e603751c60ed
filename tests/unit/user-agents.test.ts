import { expect, it } from 'vitest'
import { readUserAgent, shortUserAgent } from '~/server/platform/http/user-agents'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const phone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit}`
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`${windows} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge', 'Windows'],
  [`${windows} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`, 'Opera', 'Windows'],
  [`${android} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${android} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`, 'Edge', 'Android'],
  [`${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  [`${phone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS'],
  [`${phone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
  [`${phone} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iOS'],
  [`${phone} EdgiOS/131.0 Mobile/15E148 Safari/604.1`, 'Edge', 'iOS'],
  [`${phone} OPT/5.1 Mobile/15E148`, 'Opera', 'iOS'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/131.0.0.0 Safari/537.36', 'Chrome', 'ChromeOS'],
  ['UnityPlayer/2022.3 (UnityWebRequest/1.0)', 'Unity', null],
  ['', null, null],
])('parses browser and system of %s', (agent, name, platform) => {
  expect(readUserAgent(agent)).toEqual({ name, platform })
})

it('shortens the user agent of a program that is no browser to its name', () => {
  expect(shortUserAgent(`${windows} Chrome/131.0.0.0 Safari/537.36`)).toBe('Chrome, Windows')
  expect(shortUserAgent('curl/8.5.0')).toBe('curl/8.5.0')
  expect(shortUserAgent('vecto-cli/0.1.0 (linux; secret words)')).toBe('vecto-cli/0.1.0')
  expect(shortUserAgent('<script>')).toBe('')
})
