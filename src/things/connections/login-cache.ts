import type { ConnectionRecord, SealedCredentials } from '../../auth/connection-store.ts'
import type { LoginCache } from '../../auth/strategies/custom.ts'
import type { AuthenticateReply } from '../../define/index.ts'
import { CredentialError } from '../../errors/index.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { loginId } from './sealed-credentials.ts'

/** Keeps the login of an `authenticate` hook, sealed, as long as its credentials stay the same. */
export function createLoginCache(
  { store, vault }: Uses<'connections', 'vault'>,
  { id, organizationId }: ConnectionRecord,
  opened: SealedCredentials,
): LoginCache {
  const place = { organizationId, ownerId: id, field: loginId }
  let { generation } = opened
  return {
    load: async () => {
      const sealed = await store.connections.credentials(id)
      // The connection has come to another version since, which logs in elsewhere.
      if (sealed?.destination !== opened.destination) return undefined
      const text = sealed.values[loginId]
      try {
        return text === undefined ? undefined : (JSON.parse(await vault.open(place, text)) as AuthenticateReply)
      } catch (error) {
        // If a login cannot be opened, the hook logs in again.
        if (error instanceof CredentialError) return undefined
        throw error
      }
    },
    save: async (reply) => {
      const { values: before, ...times } = (await store.connections.credentials(id)) ?? opened
      const { [loginId]: _before, ...values } = before
      const login = reply && { [loginId]: await vault.seal(place, JSON.stringify(reply)) }
      const next = { ...times, values: { ...values, ...login } }
      // Not kept if the credentials were changed since, because this login is not theirs.
      if (await store.connections.replaceCredentials(id, generation, next)) generation++
    },
  }
}
