/** Content types of pictures of users and companies: images without scripts that every browser shows. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
/** Maximum size in bytes of a picture that is sent. */
export const pictureBytes = 5 * 1024 ** 2
/** Maximum number of pixels of a picture that is sent: more than phones take, and decoded within a second. */
export const picturePixels = 50_000_000
/** Width and height in pixels of the stored square; smaller pictures are not enlarged. */
export const pictureSide = 256
