// Fails when a style uses a CSS variable that is declared nowhere. Part of `npm run lint`.
import { fileURLToPath } from 'node:url'
import { undeclaredVariables } from './css-variables.mjs'

const undeclared = undeclaredVariables(fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''))
for (const place of undeclared) console.error(`undeclared CSS variable: ${place}`)
process.exitCode = undeclared.length > 0 ? 1 : 0
