type Point = readonly [number, number, number]
type Facet = { readonly points: string; readonly light: number; readonly x: number }

const unit = ([x, y, z]: Point): Point => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

const middle = (a: Point, b: Point) => unit([a[0] + b[0], a[1] + b[1], a[2] + b[2]])

const octahedron: readonly (readonly [Point, Point, Point])[] = [1, -1].flatMap(y =>
  [0, 1, 2, 3].map(quarter => {
    const at = (n: number): Point => [Math.cos((n * Math.PI) / 2), 0, Math.sin((n * Math.PI) / 2)]
    return [[0, y, 0], at(quarter), at(quarter + 1)] as const
  }),
)

const split = ([a, b, c]: readonly [Point, Point, Point]) => {
  const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)]
  return [
    [a, ab, ca],
    [ab, b, bc],
    [ca, bc, c],
    [ab, bc, ca],
  ] as const
}

/** Tilts the globe towards the viewer, slightly rotated. */
const tilt = ([x, y, z]: Point): Point => {
  const [s, c] = [Math.sin(0.42), Math.cos(0.42)]
  const [x1, z1] = [x * Math.cos(0.5) + z * Math.sin(0.5), z * Math.cos(0.5) - x * Math.sin(0.5)]
  return [x1, y * c - z1 * s, y * s + z1 * c]
}

const round = (value: number) => Math.round(value * 1000) / 10
const onPage = ([x, y]: Point) => `${round(x)},${round(-y)}`

const sun = unit([0.55, 0.65, 0.6])

const facet = (corners: readonly Point[]): Facet => {
  const sum = corners.reduce<Point>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0])
  const [x, y, z] = unit(sum)
  return { points: corners.map(onPage).join(' '), light: x * sun[0] + y * sun[1] + z * sun[2], x }
}

/** The visible facets of a low-polygon globe of radius 100. */
const facets = (): Facet[] =>
  octahedron
    .flatMap(split)
    .flatMap(split)
    .flatMap(split)
    .map(corners => corners.map(tilt))
    .filter(corners => corners.reduce((depth, corner) => depth + corner[2], 0) > 0)
    .map(facet)

/** A grid line, as runs of visible points. */
const line = (at: (t: number) => Point): string => {
  const steps = Array.from({ length: 121 }, (_, step) => tilt(at((step / 120) * 2 * Math.PI)))
  let pen = 'M'
  return steps
    .map(point => {
      if (point[2] < -0.03) {
        pen = 'M'
        return ''
      }
      const drawn = `${pen}${onPage(point)}`
      pen = 'L'
      return drawn
    })
    .join('')
}

const rad = (degrees: number) => (degrees * Math.PI) / 180

/** The equirectangular grid: a parallel every 15°, a meridian every 15°. */
const gridLines = (): string[] => [
  ...[-75, -60, -45, -30, -15, 0, 15, 30, 45, 60, 75].map(latitude => {
    const [ring, y] = [Math.cos(rad(latitude)), Math.sin(rad(latitude))]
    return line(t => [ring * Math.cos(t), y, ring * Math.sin(t)])
  }),
  ...Array.from({ length: 12 }, (_, n) => rad(n * 15)).map(angle =>
    line(t => [Math.cos(t) * Math.cos(angle), Math.sin(t), Math.cos(t) * Math.sin(angle)]),
  ),
]

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
