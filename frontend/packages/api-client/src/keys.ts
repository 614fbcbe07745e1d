/** Everything that is cached of published pictures lies below this key, in every remote: invalidate it after a change. */
export const imagesKey = ['images'] as const
