import { facets, gridLines } from './globe-mesh'

/** From lit to shaded. */
const tones = [
  '#fbe3b8',
  '#f8d397',
  '#f5c274',
  '#f0ae54',
  '#e39a3d',
  '#cf8530',
  '#b3722f',
  '#93643a',
  '#6f5f47',
  '#4b5c52',
  '#2f5754',
  '#1c4c4b',
]

const toneOf = (light: number) => {
  const index = Math.round(((1 - light) / 1.35) * (tones.length - 1))
  return tones[Math.min(tones.length - 1, Math.max(0, index))]
}

const lines = gridLines().filter(path => path !== '')
// Facets fade in along a band, without a hard edge.
const solids = facets().map(facet => ({
  ...facet,
  opacity: Math.min(1, Math.max(0, (facet.x + 0.28) * 2.4)),
}))

/** An illustration of the product: a 360° image on the left becomes a solid on the right. */
export const Globe = () => (
  <svg className="globe" viewBox="-112 -112 224 224" aria-hidden="true" focusable="false">
    <defs>
      <radialGradient id="globe-air" cx="0.38" cy="0.32" r="0.8">
        <stop offset="0" stopColor="#14807b" stopOpacity="0.55" />
        <stop offset="1" stopColor="#052b2c" stopOpacity="0.1" />
      </radialGradient>
    </defs>
    <circle r="100" fill="url(#globe-air)" />
    <g fill="none" stroke="#a9e0d7" strokeWidth="0.45" strokeOpacity="0.55">
      <circle r="100" />
      {lines.map(path => (
        <path key={path} d={path} />
      ))}
    </g>
    <g stroke="#5b3a12" strokeOpacity="0.28" strokeWidth="0.3" strokeLinejoin="round">
      {solids
        .filter(solid => solid.opacity > 0)
        .map(solid => (
          <polygon
            key={solid.points}
            points={solid.points}
            fill={toneOf(solid.light)}
            opacity={solid.opacity}
          />
        ))}
    </g>
  </svg>
)
