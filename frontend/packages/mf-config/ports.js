/** Ports of the dev servers; a new remote adds a line. */
export const ports = { shell: 5173, studio: 5181, gallery: 5182, picks: 5183, verse: 5184, wall: 5185, bictok: 5186 }
export const remotes = Object.keys(ports).filter((name) => name !== 'shell')
