import { randomBytes } from 'node:crypto'
import { StoreError } from '../../errors/index.ts'

/** One entry of the operating system's keyring. */
export interface Keyring {
  read(): Promise<string | null>
  write(text: string): Promise<void>
}

/** @param timeoutMs how long one call may take; a locked keyring waits for a person */
export type OpenKeyring = (timeoutMs: number) => Promise<Keyring>

const SERVICE = 'checkwright'
const ACCOUNT = 'master-keys'
/**
 * On Linux the Secret Service and nothing else. Left to choose, the library falls back to the kernel's keyring without
 * a word, and that forgets everything at a restart: the master key would be lost.
 */
const OPTIONS = { linux: { store: 'secret-service' } } as const

/**
 * The keyring of macOS, Windows or the Linux desktop, proven to work by writing, reading and deleting a random value.
 *
 * @throws StoreError `KEYRING_UNAVAILABLE`
 */
export const openOsKeyring: OpenKeyring = async (timeoutMs) => {
  try {
    // On first use: an optional native module, absent on some platforms.
    const { AsyncEntry } = await import('@napi-rs/keyring')
    const entryOf = (account: string): Keyring & { remove(): Promise<boolean> } => {
      const entry = new AsyncEntry(SERVICE, account, OPTIONS)
      return {
        read: () => callWithin(timeoutMs, (signal) => entry.getPassword(signal)),
        write: (text) => callWithin(timeoutMs, (signal) => entry.setPassword(text, signal)),
        remove: () => callWithin(timeoutMs, (signal) => entry.deletePassword(signal)),
      }
    }
    await proveWorking(entryOf(`self-test-${randomBytes(8).toString('hex')}`))
    const { read, write } = entryOf(ACCOUNT)
    return { read: () => translateKeyringErrors(read), write: (text) => translateKeyringErrors(() => write(text)) }
  } catch {
    throw createKeyringUnavailableError()
  }
}

async function proveWorking(probe: Keyring & { remove(): Promise<boolean> }): Promise<void> {
  const value = randomBytes(16).toString('hex')
  await probe.write(value)
  const kept = await probe.read()
  await probe.remove()
  if (kept !== value) throw new Error('The keyring does not keep what is written')
}

async function translateKeyringErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch {
    throw createKeyringUnavailableError()
  }
}

/** Without a cause: the library has one code for every failure, and its texts may hold what was written. */
function createKeyringUnavailableError(): StoreError {
  return new StoreError(
    "The operating system's keyring does not answer. Unlock it, or give the master keys in CHECKWRIGHT_KEYS or in a file named by CHECKWRIGHT_KEY_FILE.",
    { code: 'KEYRING_UNAVAILABLE', retryable: true },
  )
}

/** The library's own signal stops only what has not begun, so that the wait is ended here as well. */
async function callWithin<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.abort()
    reject(new Error('The keyring takes too long'))
  }, timeoutMs)
  try {
    return await Promise.race([call(timeout.signal), promise])
  } finally {
    clearTimeout(timer)
  }
}
