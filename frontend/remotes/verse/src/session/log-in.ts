import {
  Action,
  type Challenge,
  createChallenge,
  createSession,
  deleteCurrentSession,
  deleteSessions,
  getSession,
  registerKey,
  rotateKey,
  type Session,
} from '@mcwick/api-calls'
import { ApiError, type Span, userAction } from '@mcwick/api-client'
import { storeUser } from '@mcwick/session'
import { publicKeyOf, signerFor } from '../keys/private-key'
import { fromKept, type Signer } from '../keys/signer'
import { statement } from '../keys/statement'
import { deviceKeyFor, forgetDeviceKey, keepDeviceKey } from './device-key'

/**
 * Registers a new key and logs in with it. The private key stays here: the server gets its public halves and a
 * signature.
 */
export function register(privateKey: string): Promise<Session> {
  return userAction('register a key', async (span) => {
    const publicKey = await publicKeyOf(privateKey)
    const signer = await signerFor(privateKey)
    const { verifyKey } = signer
    const challenge = await createChallenge({ action: Action.ACTION_REGISTER, publicKey }, { span })
    const signature = await signer.sign(statement('register', challenge, { publicKey, verifyKey }))
    const session = await registerKey(
      { publicKey, verifyKey, nonce: challenge.nonce, signature, xHandle: '' },
      { span },
    )
    await remember(publicKey, signer)
    return loggedIn(session)
  })
}

/**
 * Logs in with what a visitor typed, 64 hex digits, of which nobody can see whether they are a private or a public key. Neither is sent,
 * only their hash: of a private key that is its public key, which is proven; of a public key it is a name for it, which is claimed.
 */
export function logIn(key: string, { remembered }: { remembered: boolean }): Promise<Session> {
  return userAction('log in', async (span) => {
    const publicKey = await publicKeyOf(key)
    const challenge = await challengeFor(publicKey, span)
    if (!challenge) return loggedIn(await claim(publicKey, span))
    const signer = await signerFor(key)
    const session = await prove(publicKey, signer, challenge, span)
    if (remembered) await remember(publicKey, signer)
    return loggedIn(session)
  })
}

/** Replaces a key by another: both sign the same statement, and every session ends but this one. */
export function replaceKey(oldKey: string, newKey: string): Promise<Session> {
  return userAction('replace a key', async (span) => {
    const pairOf = async (key: string) => {
      const signer = await signerFor(key)
      return { signer, publicKey: await publicKeyOf(key), verifyKey: signer.verifyKey }
    }
    const [old, next] = [await pairOf(oldKey), await pairOf(newKey)]
    const challenge = await createChallenge({ action: Action.ACTION_ROTATE, publicKey: old.publicKey }, { span })
    const text = statement('rotate', challenge, old, { next })
    const session = await rotateKey(
      {
        publicKey: old.publicKey,
        newPublicKey: next.publicKey,
        newVerifyKey: next.verifyKey,
        nonce: challenge.nonce,
        signature: await old.signer.sign(text),
        newSignature: await next.signer.sign(text),
      },
      { span },
    )
    if (await deviceKeyFor(old.publicKey)) await remember(next.publicKey, next.signer)
    return loggedIn(session)
  })
}

/**
 * Brings a stored user and the server together after a page was opened: the session is renewed in silence, proven
 * when this browser remembers the key. Only a key that the server does not know logs out; a server that does not
 * answer changes nothing.
 */
export async function renew(publicKey: string): Promise<Session | undefined> {
  const session = await getSession()
  if (session.user?.publicKey === publicKey) return loggedIn(session)
  const challenge = await challengeFor(publicKey)
  if (!challenge) {
    await forgetDeviceKey()
    storeUser(null)
    return undefined
  }
  const kept = fromKept(await deviceKeyFor(publicKey))
  return loggedIn(await (kept ? prove(publicKey, kept, challenge) : claim(publicKey)))
}

/** A challenge to log in with a key; undefined when nobody has registered it. */
async function challengeFor(publicKey: string, span?: Span): Promise<Challenge | undefined> {
  try {
    return await createChallenge({ action: Action.ACTION_LOGIN, publicKey }, { span })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

async function prove(publicKey: string, signer: Signer, challenge: Challenge, span?: Span): Promise<Session> {
  const signature = await signer.sign(statement('login', challenge, { publicKey, verifyKey: signer.verifyKey }))
  return createSession({ publicKey, nonce: challenge.nonce, signature }, { span })
}

/** Claims a public key, by itself or by its hash. */
function claim(publicKey: string, span?: Span): Promise<Session> {
  return createSession({ publicKey, nonce: '', signature: '' }, { span })
}

/** Lets the browser keep a signer, where it can. */
async function remember(publicKey: string, { kept }: Signer): Promise<void> {
  if (kept) await keepDeviceKey({ publicKey, ...kept }).catch(() => undefined) // some browsers keep nothing; it is a comfort
}

function loggedIn(session: Session): Session {
  if (session.user) storeUser(session.user)
  return session
}

/** Logs out here, in every tab. Nobody who wants to leave is kept by a server that does not answer. */
export async function logOut(): Promise<void> {
  storeUser(null)
  await forgetDeviceKey()
  await userAction('log out', (span) => deleteCurrentSession({ span }))
}

/** Ends every session of this user, wherever it is. */
export async function logOutEverywhere(): Promise<void> {
  await userAction('log out everywhere', (span) => deleteSessions({ span }))
  await forgetDeviceKey()
  storeUser(null)
}
