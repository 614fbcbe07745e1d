/** The query key prefix of all cached lists and details of images, in every remote: invalidate it after a change. */
export const imagesKey = ['images'] as const
