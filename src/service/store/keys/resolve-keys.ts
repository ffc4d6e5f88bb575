import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '../../../errors/index.ts'
import { parseStoreUrl, type StoreLocation } from '../places/store-url.ts'
import { createKeyFile, readKeyFile } from './key-file.ts'
import { type KeyFile, locateUsualKeyPath, refuseBesideStore } from './key-paths.ts'
import { type Keyring, type OpenKeyring, openOsKeyring } from './keyring.ts'
import { createLocalMasterKeys, createServiceMasterKeys, type KeyService, type MasterKeys } from './master-keys.ts'
import { makeKeyText, parseKeys } from './parse-keys.ts'

/** Keys as `k2:base64,k1:base64`; a file of them, made when missing; `'keyring'`; or a key management service. */
export type KeyOptions = string | { readonly file: string } | KeyService

export interface ResolveKeysOptions {
  /** @default the keys of `env`, else the usual file, else the keyring, else that file is made */
  readonly keys?: KeyOptions | undefined
  /** `CHECKWRIGHT_KEYS`, `CHECKWRIGHT_KEY_FILE`, `XDG_CONFIG_HOME`, `HOME`. */
  readonly env: NodeJS.ProcessEnv
  /**
   * The store that the keys are for. With `postgres://` no key is made; with `memory:` the key lasts as long as the
   * store.
   */
  readonly storeUrl: string
  /** Called with one line when a key was made, and where. */
  readonly notify?: ((line: string) => void) | undefined
  /** Whether a key is made if there is none and the store allows it. @default true */
  readonly create?: boolean | undefined
  /**
   * Whether the store has values that were sealed before: no key is made then, because it could not open them. Asked where one would
   * be made. @default it has none
   */
  readonly isSealed?: (() => Promise<boolean>) | undefined
  /** @default the operating system's */
  readonly openKeyring?: OpenKeyring | undefined
}

/** Content of the usual file that points to the keyring. See `loadFromUsualPlaces`. */
const IN_KEYRING = 'keyring'
const IN_KEYRING_TEXT = `# The master keys are in the operating system's keyring: service checkwright, account master-keys.\n${IN_KEYRING}\n`
const KEYRING_NAME = "the operating system's keyring"

/** For a keyring that nobody named. */
const SHORT_WAIT_MS = 5_000
/** For a named keyring, because a person may have to unlock it. */
const LONG_WAIT_MS = 60_000
/** Longer than a keyring takes from answering "there is none" to finishing a write. */
const SETTLE_MS = 300

interface KeySources extends Pick<ResolveKeysOptions, 'notify'> {
  readonly env: NodeJS.ProcessEnv
  readonly store: StoreLocation
  readonly create: boolean
  readonly isSealed: () => Promise<boolean>
  readonly openKeyring: OpenKeyring
}

/**
 * Finds the master keys, and makes one if the store allows that. The order is that of `ResolveKeysOptions.keys`.
 *
 * @throws StoreError `KEYS_INVALID`, `KEYS_MISSING`, `KEYRING_UNAVAILABLE`. Messages contain no key material
 */
export async function resolveKeys(options: ResolveKeysOptions): Promise<MasterKeys> {
  const { keys, env, notify, create = true, isSealed = async () => false, openKeyring = openOsKeyring } = options
  const sources: KeySources = { env, notify, create, isSealed, openKeyring, store: parseStoreUrl(options.storeUrl) }
  if (keys === undefined) return loadFromUsualPlaces(sources)
  if (keys === IN_KEYRING) return loadFromKeyring(await openKeyring(LONG_WAIT_MS), sources)
  if (typeof keys === 'string') return parseMasterKeys(keys, 'The option keys')
  if ('file' in keys) return loadFromFile({ path: resolve(keys.file), named: true }, sources)
  return createServiceMasterKeys(keys)
}

async function loadFromUsualPlaces(sources: KeySources): Promise<MasterKeys> {
  const { env, store, openKeyring } = sources
  if (store.kind === 'memory') return parseMasterKeys(makeKeyText(), 'memory')
  // A variable that is set but empty is a secret that failed to arrive. Making a key instead would leave all stored
  // secrets unreadable.
  if (env.CHECKWRIGHT_KEYS !== undefined) return parseMasterKeys(env.CHECKWRIGHT_KEYS, 'CHECKWRIGHT_KEYS')
  if (env.CHECKWRIGHT_KEY_FILE) return loadFromFile({ path: resolve(env.CHECKWRIGHT_KEY_FILE), named: true }, sources)

  const file: KeyFile = { path: locateUsualKeyPath(env), named: false }
  await refuseBesideStore(file, store)
  const text = await readKeyFile(file.path)
  if (text !== undefined) return loadFromFileText(text, file, sources)
  const keyring = await openIfAnswering(openKeyring)
  if (keyring === undefined) return loadFromFile(file, sources)
  const found = await loadFromKeyring(keyring, sources)
  if (!sources.create) return found
  // The file makes this choice lasting. Otherwise, if the keyring is not available next time, over ssh or in a cron
  // job, a second key would be made and hide this one for good. If another process has just chosen otherwise, its file
  // decides.
  return loadFromFileText(await createKeyFile(file.path, IN_KEYRING_TEXT), file, sources)
}

async function loadFromFile(file: KeyFile, sources: KeySources): Promise<MasterKeys> {
  await refuseBesideStore(file, sources.store)
  const text = await readKeyFile(file.path)
  if (text !== undefined) return loadFromFileText(text, file, sources)
  await refuseToMake(sources, `There is no key file ${file.path}.`)
  const made = `# Checkwright master keys: the first encrypts, all decrypt. Without them stored credentials cannot be read.\n${makeKeyText()}\n`
  const stored = await createKeyFile(file.path, made)
  if (stored === made)
    sources.notify?.(`Created a master key: ${file.path}. Keep a copy; without it, stored credentials are lost.`)
  return loadFromFileText(stored, file, sources)
}

async function loadFromFileText(text: string, file: KeyFile, sources: KeySources): Promise<MasterKeys> {
  if (!text.split(/\r?\n/).some((line) => line.trim() === IN_KEYRING))
    return parseMasterKeys(text, `The key file ${file.path}`)
  const keyring = await sources.openKeyring(LONG_WAIT_MS)
  const inKeyring = await keyring.read()
  if (inKeyring !== null) return parseMasterKeys(inKeyring, KEYRING_NAME)
  throw new StoreError(
    `${file.path} names ${KEYRING_NAME} for the master keys, but they are not there. Restore them there. Or delete that file to begin with a new key, which cannot decrypt what is stored.`,
    { code: 'KEYS_MISSING' },
  )
}

async function openIfAnswering(openKeyring: OpenKeyring): Promise<Keyring | undefined> {
  try {
    return await openKeyring(SHORT_WAIT_MS)
  } catch {
    return undefined
  }
}

async function loadFromKeyring(keyring: Keyring, sources: KeySources): Promise<MasterKeys> {
  const stored = await keyring.read()
  if (stored !== null) return parseMasterKeys(stored, KEYRING_NAME)
  await refuseToMake(sources, `There is no master key in ${KEYRING_NAME}.`)
  await keyring.write(makeKeyText())
  // A keyring has no "only if there is none". If several processes write at once, the last key stays. All of them read
  // it after everybody has written.
  await sleep(SETTLE_MS)
  const settled = await keyring.read()
  if (settled === null) throw new StoreError(`${KEYRING_NAME} lost the master key.`, { code: 'KEYRING_UNAVAILABLE' })
  sources.notify?.(`Created a master key in ${KEYRING_NAME} (service checkwright, account master-keys).`)
  return parseMasterKeys(settled, KEYRING_NAME)
}

async function refuseToMake({ store, create, isSealed }: KeySources, what: string): Promise<void> {
  if (store.kind !== 'postgres') {
    if (create && !(await isSealed())) return
    if (create)
      throw new StoreError(
        `${what} A key that is not here sealed what the store has, and a new one could not open it. Put that key back where it was, or set CHECKWRIGHT_KEYS.`,
        { code: 'KEYS_MISSING' },
      )
    throw new StoreError(`${what} Checkwright creates one when it first has something to encrypt.`, {
      code: 'KEYS_MISSING',
    })
  }
  throw new StoreError(
    `${what} Checkwright creates none for PostgreSQL, because every machine that shares the database needs the same key. Set CHECKWRIGHT_KEYS to id:base64 of 32 random bytes ("openssl rand -base64 32").`,
    { code: 'KEYS_MISSING' },
  )
}

function parseMasterKeys(text: string, source: string): MasterKeys {
  return createLocalMasterKeys(parseKeys(text, source), source)
}
