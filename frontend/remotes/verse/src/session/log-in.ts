import {
  Action,
  Assurance,
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
import { ApiError, isPassing as isRetryable, type Span, userAction } from '@mcwick/api-client'
import { sendThenSolve } from '@mcwick/challenge'
import { onlineOrLater } from '@mcwick/forms'
import { keepText, storedUser, storeUser } from '@mcwick/session'
import { derivePublicKey, deriveSigner } from '../keys/private-key'
import { restoreSigner, type Signer } from '../keys/signer'
import { buildStatement } from '../keys/statement'
import { type DeviceKey, deleteDeviceKey, loadDeviceKey, storeDeviceKey } from './device-key'

/**
 * Registers a new key and logs in with it. The private key is not sent: the server gets public key, verify key and a
 * signature.
 */
export function registerAndLogIn(privateKey: string): Promise<Session> {
  return userAction('register a key', async (span) => {
    const publicKey = await derivePublicKey(privateKey)
    const signer = await deriveSigner(privateKey)
    const { verifyKey } = signer
    const challenge = await createChallenge({ action: Action.ACTION_REGISTER, publicKey }, { span })
    const signature = await signer.sign(buildStatement('register', challenge, { publicKey, verifyKey }))
    const input = { publicKey, verifyKey, nonce: challenge.nonce, signature, xHandle: '' }
    // A call without its solution is refused before the nonce is used, so its repeat needs no other signature.
    const session = await sendThenSolve('key', { span }, (request) => registerKey(input, {}, request))
    storeSession(session)
    await storeSigner(publicKey, signer, challenge)
    return session
  })
}

/**
 * Logs in with 64 hex digits that may be a private or a public key. Only their hash is sent: for a private key that is its
 * public key, which is then proven by a signature; for a public key the server finds it by the hash, and it is only claimed.
 */
export function logIn(key: string, { remembered }: { remembered: boolean }): Promise<Session> {
  return userAction('log in', async (span) => {
    const publicKey = await derivePublicKey(key)
    const challenge = await requestLoginChallenge(publicKey, span)
    const signer = challenge && (await deriveSigner(key))
    const session = await (signer
      ? createProvenSession(publicKey, signer, challenge, { span })
      : createClaimedSession(publicKey, span))
    storeSession(session)
    await deleteDeviceKey() // a log-out that was interrupted may have left one
    if (signer && remembered) await storeSigner(publicKey, signer, challenge)
    return session
  })
}

/**
 * Replaces a key by another: both sign the same statement, and every session ends but this one. When the response is lost
 * after the server replaced the key, it knows the new key only, which then logs in: a repeat with the same keys is safe.
 */
export function replaceKey(oldKey: string, newKey: string): Promise<Session> {
  return userAction('replace a key', async (span) => {
    const deriveKeys = async (key: string) => {
      const signer = await deriveSigner(key)
      return { signer, publicKey: await derivePublicKey(key), verifyKey: signer.verifyKey }
    }
    const [old, next] = [await deriveKeys(oldKey), await deriveKeys(newKey)]
    const rotate = async () => {
      const challenge = await createChallenge({ action: Action.ACTION_ROTATE, publicKey: old.publicKey }, { span })
      const text = buildStatement('rotate', challenge, old, { next })
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
      return { challenge, session }
    }
    const isRemembered = await loadDeviceKey(old.publicKey) // another tab may log out before the answer
    const { challenge, session } = await rotate().catch(async (error) => {
      if (!isRetryable(error) && !isKeyUnknown(error)) throw error
      const challenge = await requestLoginChallenge(next.publicKey, span)
      if (!challenge) throw error
      return { challenge, session: await createProvenSession(next.publicKey, next.signer, challenge, { span }) }
    })
    storeSession(session)
    if (isRemembered) await storeSigner(next.publicKey, next.signer, challenge)
    return session
  })
}

interface RenewalOptions {
  /** Is called once the browser has a new session, with the account that is logged in: its reads had another one. */
  onCreated?: (publicKey: string) => void
  /** Aborts reading the present session, whose profile would replace a newer one. */
  signal?: AbortSignal
  /** The session to go on with when the key is unknown, if the key may be replaced already. */
  unlessReplaced?: () => Session | undefined
}

/**
 * Renews the session of the stored account if it has ended, proven when this browser stores the key, also in place of a
 * claimed one that was created while the key could not be read. Only a key that the server does not know, or whose account has
 * signed out everywhere since this browser stored it, logs out, and one that is not stored where the server opens no claimed
 * sessions; a failed request changes nothing, and so does one whose account was logged out meanwhile. In place of an unknown
 * key the account of the present session is stored, such as after another tab has replaced the key.
 */
export async function renewSession(
  publicKey: string,
  { onCreated, signal, unlessReplaced }: RenewalOptions = {},
): Promise<Session | undefined> {
  const isCurrent = () => storedUser()?.publicKey === publicKey
  const session = await getSession({ signal })
  if (!isCurrent()) return undefined
  const hasSession = session.user?.publicKey === publicKey
  if (hasSession && session.assurance === Assurance.ASSURANCE_PROVEN) return storeSession(session)
  const key = await loadDeviceKey(publicKey)
  if (!isCurrent()) return undefined
  if (hasSession && !key) return storeSession(session)
  try {
    const challenge = await requestLoginChallenge(publicKey)
    if (!isCurrent()) return undefined
    if (!challenge) {
      const kept = unlessReplaced?.()
      if (kept) return kept
      return session.user && !hasSession ? storeSession(session) : forgetAccount(hasSession)
    }
    if (session.user && !hasSession) await deleteCurrentSession() // of another account, also when this login is refused
    const renewed = await (key ? createRememberedSession(key, challenge) : createClaimedSession(publicKey))
    const account = storedUser()?.publicKey
    if (account) onCreated?.(account)
    if (account === publicKey) return storeSession(renewed)
    if (!account) await deleteCurrentSession() // it was logged out meanwhile
    return undefined
  } catch (error) {
    const code = error instanceof ApiError && error.code
    if (code === 'SIGNED_OUT' || (code === 'CLAIMS_OFF' && key !== null))
      return isCurrent() ? forgetAccount(hasSession) : undefined
    if (hasSession && isCurrent() && isRetryable(error)) return storeSession(session)
    throw error
  }
}

/** Requests a login challenge; undefined when the key is not registered. */
async function requestLoginChallenge(publicKey: string, span?: Span): Promise<Challenge | undefined> {
  try {
    return await createChallenge({ action: Action.ACTION_LOGIN, publicKey }, { span })
  } catch (error) {
    if (isKeyUnknown(error)) return undefined
    throw error
  }
}

/** Whether the server refused a key that is not registered, or was replaced. */
export function isKeyUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Creates a proven session by the stored key. */
async function createRememberedSession(key: DeviceKey, challenge: Challenge): Promise<Session> {
  const create = (rememberedSince?: string) =>
    createProvenSession(key.publicKey, restoreSigner(key), challenge, { rememberedSince })
  try {
    return await create(key.since ?? new Date(0).toISOString())
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    return create() // gateways of the last release refuse the field, and the challenge is not used then
  }
}

async function createProvenSession(
  publicKey: string,
  signer: Signer,
  challenge: Challenge,
  { rememberedSince, span }: { rememberedSince?: string; span?: Span },
): Promise<Session> {
  const signature = await signer.sign(buildStatement('login', challenge, { publicKey, verifyKey: signer.verifyKey }))
  return createSession({ publicKey, nonce: challenge.nonce, signature, rememberedSince }, { span })
}

/** Creates a claimed session for a public key, given itself or by its hash. */
function createClaimedSession(publicKey: string, span?: Span): Promise<Session> {
  return createSession({ publicKey, nonce: '', signature: '' }, { span })
}

/** Stores a signer where the browser supports it, unless its account was logged out meanwhile. */
async function storeSigner(publicKey: string, { stored }: Signer, { issuedAt }: Challenge): Promise<void> {
  if (stored && storedUser()?.publicKey === publicKey)
    await storeDeviceKey({ publicKey, ...stored, since: issuedAt }).catch(() => undefined) // storing is optional
}

/**
 * Stores the account of a session at once, before its key, which may take seconds: another tab that reads the session takes it
 * for one of the account that is still stored, and ends it.
 */
function storeSession(session: Session): Session {
  if (session.user) storeUser(session.user)
  setLeaving(false) // from here on, personal reads without an account are sent
  return session
}

/**
 * Logs out in every tab of this browser. While the server is unavailable it is asked again, as long as the page is open,
 * and by the next page: until it has answered, its session acts for the account.
 */
export async function logOut(): Promise<void> {
  setLeaving(true)
  storeUser(null)
  await deleteDeviceKey()
  do {
    try {
      await userAction('log out', (span) => deleteCurrentSession({ span, keepalive: true }))
      setLeaving(false)
      return
    } catch (error) {
      if (!isRetryable(error)) throw error
    }
    await onlineOrLater()
  } while (!storedUser()) // another login replaces the session
}

/**
 * Stores whether a log-out waits for its answer, as `isLeaving` of @mcwick/session reads it. An open page may have the shell
 * of the last release, whose @mcwick/session has no `setLeaving`.
 */
function setLeaving(leaving: boolean) {
  keepText('mcwick.leaving', leaving ? '1' : null)
  dispatchEvent(new Event('mcwick-user'))
}

let unansweredFor: string | undefined // the public key of an attempt to log out everywhere without an answer

/**
 * Ends every session of the account, on all devices, also of those that keep the key. When an attempt had no answer and the
 * next one is refused for want of a proof, the first has ended this session too.
 */
export async function logOutEverywhere(): Promise<void> {
  const publicKey = storedUser()?.publicKey
  try {
    await userAction('log out everywhere', (span) => deleteSessions({ span }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 0 || error.status >= 500) unansweredFor = publicKey
    if (error.code !== 'PROOF_REQUIRED' || unansweredFor !== publicKey) throw error
  }
  unansweredFor = undefined
  await forgetAccount()
}

async function forgetAccount(hasSession = false): Promise<undefined> {
  if (hasSession) await deleteCurrentSession()
  await deleteDeviceKey()
  storeUser(null)
}
