import { solve } from './solve'

// Answers a challenge with its solution, or with undefined.
self.onmessage = async ({ data }) => {
  self.postMessage(await solve(data).catch(() => undefined))
}
