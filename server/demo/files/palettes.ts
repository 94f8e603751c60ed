/** A color scheme, from the top of the sky to the foreground. */
export type Palette = {
  readonly sky: readonly [string, string, string]
  readonly light: string
  readonly layers: readonly [string, string, string, string]
}

export const palettes: readonly [Palette, ...Palette[]] = [
  {
    sky: ['#2b3a67', '#d97b66', '#ffd9a0'],
    light: '#fff3d6',
    layers: ['#a5677a', '#744e6e', '#4b3a5e', '#2a2647'],
  },
  {
    sky: ['#5fa8d3', '#a9d6e5', '#eaf6f6'],
    light: '#ffffff',
    layers: ['#8fb8a8', '#5f9a80', '#3a7a5e', '#1f5643'],
  },
  {
    sky: ['#0b132b', '#1c2541', '#3a506b'],
    light: '#f4f1de',
    layers: ['#2f4560', '#233650', '#18263d', '#0d1829'],
  },
  {
    sky: ['#f7b267', '#f79d65', '#fbe3b5'],
    light: '#fffaf0',
    layers: ['#d98f5c', '#b76d4b', '#8f4f3e', '#633433'],
  },
  {
    sky: ['#9bb1c9', '#c8d5e0', '#eef2f5'],
    light: '#fdfdfd',
    layers: ['#a3b3bf', '#7b8f9e', '#576b7b', '#384a59'],
  },
  {
    sky: ['#6a4c93', '#c06c9b', '#f8b7b0'],
    light: '#ffe9dc',
    layers: ['#8c5b93', '#664684', '#45336d', '#292252'],
  },
]
