import type { Facts } from './facts'

/** Light of white in a film of standard range, in cd/m², as BT.2408 sets it for both kinds of high dynamic range. */
const white = 203
/** Share of white up to which light stays as it is; brighter light approaches white. */
const [knee, rest] = [0.7, 0.3]

/** The signal from 0 to 1: tables are also made of values that no signal has. */
const signal = 'min(val/maxval,1)'

/** Light in shares of white, from the signal of PQ (SMPTE ST 2084). */
const lightOfPq = () => {
  const root = `pow(${signal},1/78.84375)`
  return `(pow(max(${root}-0.8359375,0)/(18.8515625-18.6875*${root}),1/0.1593017578125)*${10_000 / white})`
}

/** Light in shares of white, from the signal of HLG (ARIB STD-B67) on a display of 1000 cd/m². */
const lightOfHlg = () => {
  const scene = `if(lte(${signal},0.5),${signal}*${signal}/3,(exp((${signal}-0.55991073)/0.17883277)+0.28466892)/12)`
  return `(pow(${scene},1.2)*${1000 / white})`
}

const lights: Readonly<Record<string, () => string>> = { smpte2084: lightOfPq, 'arib-std-b67': lightOfHlg }

/** Colours of BT.2020 in BT.709. */
const colours = [
  'rr=1.6605:rg=-0.5876:rb=-0.0729',
  'gr=-0.1246:gg=1.1329:gb=-0.0083',
  'br=-0.0182:bg=-0.1006:bb=1.1188',
].join(':')

/**
 * Filters that turn a film of high dynamic range into one of standard range, each with a comma before it; empty for other films.
 * Tables of light need neither zscale nor a graphics card, which not every ffmpeg has, and little time.
 */
export const toneMapping = ({ transfer }: Pick<Facts, 'transfer'>) => {
  const light = lights[transfer]?.()
  if (!light) return ''
  const shown = `if(lte(${light},${knee}),${light},1-${rest}*exp((${knee}-${light})/${rest}))`
  const table = `'maxval*pow(${shown},1/2.4)'`
  return [
    '',
    'scale=in_color_matrix=bt2020',
    'format=gbrp10le',
    `lutrgb=r=${table}:g=${table}:b=${table}`,
    `colorchannelmixer=${colours}`,
    'scale=out_color_matrix=bt709:out_range=tv',
    'format=yuv420p',
    'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709',
  ].join(',')
}
