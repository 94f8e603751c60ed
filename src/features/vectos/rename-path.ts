/** The path of the screen that renames a 3D video, by its id in the panel: its 360° video's, then its own. */
export const renamePath = (id: unknown) =>
  `/video3d/rename/${String(id).split('/').map(encodeURIComponent).join('/')}`
