import { useTranslate } from 'react-admin'

const unknown =
  'M12 2C6.47 2 2 6.47 2 12s4.47 10 10 10 10-4.47 10-10S17.53 2 12 2m0 18c-4.42 0-8-3.58-8-8s3.58-8 8-8 8 3.58 8 8-3.58 8-8 8'

/** Shapes of Material's icons as plain SVG: a styled icon in each row is most of the cost of scrolling. */
const shapes: Readonly<Record<string, string>> = {
  Project:
    'M20 6h-8l-2-2H4c-1.1 0-2 .9-2 2v12c0 1.1.9 2 2 2h16c1.1 0 2-.9 2-2V8c0-1.1-.9-2-2-2m0 12H4V6h5.17l2 2H20zm-6.92-3.96L12.39 17 15 15.47 17.61 17l-.69-2.96 2.3-1.99-3.03-.26L15 9l-1.19 2.79-3.03.26z',
  Dashboard:
    'M19 5v2h-4V5zM9 5v6H5V5zm10 8v6h-4v-6zM9 17v2H5v-2zM21 3h-8v6h8zM11 3H3v10h8zm10 8h-8v10h8zm-10 4H3v6h8z',
  Presentation:
    'M10 8v8l5-4zm9-5H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2m0 16H5V5h14z',
  Overlay:
    'm11.99 18.54-7.37-5.73L3 14.07l9 7 9-7-1.63-1.27zM12 16l7.36-5.73L21 9l-9-7-9 7 1.63 1.27zm0-11.47L17.74 9 12 13.47 6.26 9z',
}

export const useTypeName = () => {
  const translate = useTranslate()
  return (type: string) => translate(`resources.versions.nodes.${type}`, { _: type })
}

/** The icon of a node's type; its row also names the type. */
export const TypeIcon = ({ type, name }: { type: string; name: string }) => (
  <svg className="type" viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
    <title>{name}</title>
    <path d={shapes[type] ?? unknown} />
  </svg>
)
