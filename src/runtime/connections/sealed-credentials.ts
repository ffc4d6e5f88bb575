import type { RecordChanges, SealedCredentials } from '../../auth/connection-store.ts'
import type { CredentialValues } from '../../auth/credential-values.ts'
import { refreshAtMs } from '../../auth/oauth/refresh-timing.ts'
import type { TokenSet } from '../../auth/oauth/token-reply.ts'
import type { Vault } from '../../auth/vault.ts'
import type { AnyCredentialValue } from '../../define/index.ts'
import { CredentialError, StoreError } from '../../errors/index.ts'
import { type RuntimeParts, requireFound, type Uses } from '../runtime-parts.ts'

/**
 * The login of an `authenticate` hook, stored with the credentials and deleted with them. No credential field can have
 * this id.
 */
export const loginId = '$login'

/** The owner of the credentials: bound to the ciphertext, so that they cannot be opened in another row. */
interface CredentialsOwner {
  readonly organizationId: string
  readonly id: string
}

/** Credential values in their stored form: each sealed for its place, numbers distinguished from text. */
export async function sealValues(
  vault: Vault,
  owner: CredentialsOwner,
  values: CredentialValues,
): Promise<Record<string, string>> {
  const sealed: Record<string, string> = {}
  for (const [field, value] of Object.entries(values)) {
    sealed[field] = await vault.seal(toFieldPlace(owner, field), JSON.stringify(value))
  }
  return sealed
}

/** Credential values alone, without the login. @throws CredentialError `CREDENTIAL_UNREADABLE` */
export async function openValues(
  vault: Vault,
  owner: CredentialsOwner,
  sealed: SealedCredentials['values'],
): Promise<CredentialValues> {
  const values: Record<string, AnyCredentialValue> = {}
  for (const [field, value] of Object.entries(sealed)) {
    if (field === loginId) continue
    values[field] = parseOpenedValue(field, await vault.open(toFieldPlace(owner, field), value))
  }
  return values
}

/** Without a cause, which would quote the value. */
function parseOpenedValue(field: string, text: string): AnyCredentialValue {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  } catch {
    // Handled below.
  }
  throw new CredentialError(`The stored "${field}" of the connection has no usable value. Enter it again.`, {
    code: 'CREDENTIAL_UNREADABLE',
  })
}

/**
 * The given fields of a connection, as far as they can be opened. For callers that replace the rest: if a value was
 * altered, entering it again fixes it.
 */
export async function loadReadableValues(
  { store, vault }: Uses<'connections', 'vault'>,
  owner: CredentialsOwner,
  fields: ReadonlySet<string>,
): Promise<CredentialValues> {
  const sealed = await readOrUndefined(() => findSealedCredentials(store, owner.id))
  const values: Record<string, AnyCredentialValue> = {}
  for (const [field, value] of Object.entries(sealed?.values ?? {})) {
    if (fields.has(field))
      Object.assign(values, await readOrUndefined(() => openValues(vault, owner, { [field]: value })))
  }
  return values
}

/**
 * Replaces all credentials, together with the record. They come from a person, and win against a refresh at the same
 * time.
 * @throws StoreError `NOT_FOUND`
 */
export async function replaceAll(
  { store }: Uses<'connections'>,
  connectionId: string,
  next: Parameters<RuntimeParts['store']['connections']['replaceCredentials']>[2],
  record: RecordChanges,
): Promise<void> {
  for (let replaced = false; !replaced; ) {
    // An unreadable value blocks nobody.
    const sealed = await readOrUndefined(
      () => findSealedCredentials(store, connectionId),
      () => store.connections.wipeCredentials(connectionId),
    )
    if (sealed) replaced = await store.connections.replaceCredentials(connectionId, sealed.generation, next, record)
    else requireFound(await store.connections.credentials(connectionId), 'connection of that id')
  }
}

async function readOrUndefined<T>(read: () => Promise<T>, otherwise?: () => Promise<void>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error
    await otherwise?.()
    return undefined
  }
}

/** Stored credentials, and opened ones. @throws CredentialError `CREDENTIAL_MISSING`, `CREDENTIAL_UNREADABLE` */
export async function openCredentials(
  { store, vault }: Uses<'connections', 'vault'>,
  owner: CredentialsOwner,
): Promise<{ readonly sealed: SealedCredentials; readonly values: CredentialValues }> {
  const sealed = await findSealedCredentials(store, owner.id)
  if (sealed) {
    // A kept login is not the value of a field; its owner opens it.
    const { $login: _login, ...fields } = sealed.values
    return { sealed, values: await openValues(vault, owner, fields) }
  }
  throw new CredentialError('The connection has no credentials. Connect again.', { code: 'CREDENTIAL_MISSING' })
}

async function findSealedCredentials(
  store: Pick<RuntimeParts['store'], 'connections'>,
  connectionId: string,
): Promise<SealedCredentials | undefined> {
  try {
    return await store.connections.credentials(connectionId)
  } catch (error) {
    // The text of one row. An error in it concerns one connection, not the whole store.
    if (!(error instanceof StoreError) || error.code !== 'STORE_CORRUPT') throw error
    throw new CredentialError('The stored credentials of the connection were altered. Enter them again.', {
      code: 'CREDENTIAL_UNREADABLE',
    })
  }
}

/** A token reply as credential values. Values that it leaves out stay the same (RFC 6749 §6). */
export function toTokenValues({ captured, accessToken, refreshToken }: TokenSet): CredentialValues {
  return { ...captured, access_token: accessToken, ...(refreshToken !== undefined && { refresh_token: refreshToken }) }
}

/** When new tokens expire, and when to refresh them. */
export function computeTokenTimes(
  { expiresAtMs }: Pick<TokenSet, 'expiresAtMs'>,
  nowMs: number,
): Pick<SealedCredentials, 'expiresAtMs' | 'refreshAtMs'> {
  if (expiresAtMs === undefined) return noTimes
  return { expiresAtMs, refreshAtMs: refreshAtMs({ obtainedAtMs: nowMs, expiresAtMs, random: Math.random }) }
}

/** For credentials with an unknown end. */
export const noTimes = { expiresAtMs: null, refreshAtMs: null } as const

function toFieldPlace({ organizationId, id: ownerId }: CredentialsOwner, field: string) {
  return { organizationId, ownerId, field }
}
