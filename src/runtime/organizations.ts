import { v4 } from 'uuid'
import { emptyProfile } from '../workspace/organization-profiles.ts'
import { found, type Parts } from './parts.ts'
import type { Runtime } from './runtime.ts'

export function organizationService({ store, vault, clock, turns }: Parts): Runtime['organizations'] {
  return {
    create: async ({ id = v4(), name }) => {
      for (const [member, value] of Object.entries({ id, name })) {
        if (typeof value !== 'string' || value.trim() === '')
          throw new TypeError(`organizations.create: ${member} must be text that is not empty`)
      }
      const organization = { id, name, createdAtMs: clock.nowMs() }
      await store.organizations.insert(organization)
      return organization
    },
    get: (id) => store.organizations.find(id),
    list: () => store.organizations.list(),
    profile: async (id) => (await store.organizationProfiles.find(id)) ?? emptyProfile,
    setProfile: async (id, changes) => {
      const profile = { ...((await store.organizationProfiles.find(id)) ?? emptyProfile), ...changes }
      await store.organizationProfiles.put(id, profile)
      return profile
    },
    shred: async (id) => {
      found(await store.organizations.find(id), `organization "${id}"`)
      // First of all: whatever fails after it, nothing of the organization can be opened any more.
      await vault.shred(id)
      const changes = {
        state: 'disconnected',
        stateReason: "The organization's secrets were destroyed.",
      } as const
      for (const connection of await store.connections.list({ organizationId: id })) {
        // No refresh beside it: it would seal new tokens by a new key.
        await turns.alone(connection.id, () =>
          store.connections.wipeCredentials(connection.id, { changes, nowMs: clock.nowMs() }),
        )
      }
      for (const app of await store.oauthApps.list(id)) await store.oauthApps.delete(app.connectorId, id)
    },
  }
}

export function userService({ store }: Parts): Runtime['users'] {
  return {
    put: async ({ image = null, deactivated = null, ...user }) => {
      const complete = { ...user, image, deactivated }
      await store.users.put(complete)
      return complete
    },
    find: ({ organizationId, userId }) => store.users.find(organizationId, userId),
  }
}
