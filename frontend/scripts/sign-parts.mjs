// Signs what a build contains: each part (the shell, a remote) gets a file `manifest.jws` with the hash of every file of it. The
// gateway serves nothing of a part that is not in such a manifest: see deploy/decisions/0067-signed-parts.md.
import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export const manifestName = 'manifest.jws'

/**
 * Reads the key from PAGE_SIGNING_KEY_FILE (PEM, Ed25519). Without that it is a key of this machine, made by the first build.
 * Its public half goes to the file beside it, `.pub`, as the gateway takes it in PAGE_SIGNERS.
 */
export async function readSigningKey(configured, own) {
  if (configured) return readFile(configured, 'utf8')
  const known = await readFile(own, 'utf8').catch(() => undefined)
  const key = known ?? generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  if (!known) {
    await mkdir(dirname(own), { recursive: true })
    await writeFile(own, key, { mode: 0o600 })
  }
  await writeFile(`${own}.pub`, createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'))
  return key
}

/** Signs the shell, which is at the root of a build, and the remotes, each in a folder below mfe/. */
export async function signParts(dist, key) {
  const remotes = await readdir(`${dist}/mfe`).catch(() => [])
  await Promise.all([
    signPart(dist, 'shell', key, (name) => !name.startsWith('mfe/')),
    ...remotes.map((name) => signPart(`${dist}/mfe/${name}`, name, key)),
  ])
}

async function signPart(folder, part, key, isOwn = () => true) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1))
    .filter((name) => name !== manifestName && isOwn(name))
    .sort()
  const hashOf = async (name) =>
    createHash('sha256')
      .update(await readFile(`${folder}/${name}`))
      .digest('base64')
  const files = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await hashOf(name)])))
  await writeFile(`${folder}/${manifestName}`, toJws({ part, files }, key))
}

/** Returns a payload in the compact form of RFC 7515, signed by Ed25519 as RFC 8037 has it. */
function toJws(payload, key) {
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg: 'EdDSA' })}.${encode(payload)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}
