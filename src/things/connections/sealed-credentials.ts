import type { RecordChanges, SealedCredentials } from '../../auth/connection-store.ts'
import type { CredentialValues } from '../../auth/credential-values.ts'
import { computeDestination } from '../../auth/destination.ts'
import { refreshAtMs } from '../../auth/oauth/refresh-timing.ts'
import type { TokenSet } from '../../auth/oauth/token-reply.ts'
import type { Vault } from '../../auth/vault.ts'
import { type AnyConnector, type AnyCredentialValue, isSecret, listCredentialFields } from '../../define/index.ts'
import { CredentialError, StoreError } from '../../errors/index.ts'
import { type RuntimeParts, requireFound, type Uses } from '../parts/runtime-parts.ts'
import { type RelistsFindings, relistFindings } from './relist-findings.ts'

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
    values[field] = await openValue(vault, owner, field, value)
  }
  return values
}

/** One of the values. @throws CredentialError `CREDENTIAL_UNREADABLE` */
export async function openValue(
  vault: Vault,
  owner: CredentialsOwner,
  field: string,
  sealed: string,
): Promise<AnyCredentialValue> {
  return parseOpenedValue(field, await vault.open(toFieldPlace(owner, field), sealed))
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
 * altered, entering it again fixes it. None that was entered for another destination.
 */
async function loadReadableValues(
  { store, vault }: Uses<'connections', 'vault'>,
  connector: AnyConnector,
  owner: CredentialsOwner,
  fields: ReadonlySet<string>,
): Promise<CredentialValues> {
  const sealed = await readOrUndefined(() => findSealedCredentials(() => store.connections.credentials(owner.id)))
  if (sealed && !isForDestination(connector, sealed)) return {}
  const values: Record<string, AnyCredentialValue> = {}
  for (const [field, value] of Object.entries(sealed?.values ?? {})) {
    if (fields.has(field))
      Object.assign(values, await readOrUndefined(() => openValues(vault, owner, { [field]: value })))
  }
  return values
}

/**
 * The same for a connection that comes to another version of its connector. Where that one sends secrets elsewhere, only
 * what was no secret before stays.
 */
export async function loadStoredValues(
  parts: Uses<'connections', 'vault'>,
  next: AnyConnector,
  before: AnyConnector,
  owner: CredentialsOwner,
  fields: ReadonlySet<string>,
): Promise<CredentialValues> {
  if (computeDestination(next) === computeDestination(before)) return loadReadableValues(parts, next, owner, fields)
  const open = listCredentialFields(before.definition).filter((field) => !isSecret(field) && fields.has(field.id))
  return loadReadableValues(parts, before, owner, new Set(open.map(({ id }) => id)))
}

/**
 * Replaces all credentials, together with the record. They come from a person, and win against a refresh at the same
 * time.
 * @throws StoreError `NOT_FOUND`
 */
export async function replaceAll(
  parts: Uses<'connections'> & RelistsFindings,
  connectionId: string,
  next: Parameters<RuntimeParts['store']['connections']['replaceCredentials']>[2],
  record: RecordChanges,
): Promise<void> {
  const { store } = parts
  for (let replaced = false; !replaced; ) {
    // An unreadable value blocks nobody.
    const sealed = await readOrUndefined(
      () => findSealedCredentials(() => store.connections.credentials(connectionId)),
      () => store.connections.wipeCredentials(connectionId),
    )
    if (sealed) replaced = await store.connections.replaceCredentials(connectionId, sealed.generation, next, record)
    else requireFound(await store.connections.credentials(connectionId), 'connection of that id')
  }
  await relistFindings(parts, connectionId)
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

/**
 * Whether stored secrets may be used by this connector. A connector as data gets only those that were entered for its
 * destination, so that an edited file cannot send them elsewhere. Code comes with a release of the whole program.
 */
export function isForDestination(
  connector: AnyConnector,
  { destination }: Pick<SealedCredentials, 'destination'>,
): boolean {
  return connector.source === undefined || destination === computeDestination(connector)
}

/**
 * Stored credentials, and opened ones: the only way in which they leave the store to be sent.
 * @throws CredentialError `CREDENTIAL_MISSING`, `CREDENTIAL_UNREADABLE`, `DESTINATION_CHANGED`
 */
export async function openCredentials(
  { store, vault }: Uses<'connections', 'vault'>,
  connector: AnyConnector,
  owner: CredentialsOwner,
  read: ReadsCredentials = () => store.connections.credentials(owner.id),
): Promise<{ readonly sealed: SealedCredentials; readonly values: CredentialValues }> {
  const sealed = await findSealedCredentials(read)
  if (sealed) {
    if (!isForDestination(connector, sealed)) throw createOtherDestinationError(connector)
    // A kept login is not the value of a field; its owner opens it.
    const { $login: _login, ...fields } = sealed.values
    return { sealed, values: await openValues(vault, owner, fields) }
  }
  throw new CredentialError('The connection has no credentials. Reconnect.', { code: 'CREDENTIAL_MISSING' })
}

export function createOtherDestinationError({ definition }: AnyConnector): CredentialError {
  return new CredentialError(
    `The connector ${definition.name} sends secrets elsewhere than when these were entered, so none was sent. Enter the secrets again, or sign in again.`,
    { code: 'DESTINATION_CHANGED' },
  )
}

type ReadsCredentials = () => SealedCredentials | undefined | Promise<SealedCredentials | undefined>

async function findSealedCredentials(read: ReadsCredentials): Promise<SealedCredentials | undefined> {
  try {
    return await read()
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
  const values = { ...captured, access_token: accessToken }
  return refreshToken === undefined ? values : { ...values, refresh_token: refreshToken }
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
