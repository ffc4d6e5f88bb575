import { v4 } from 'uuid'
import type { Parts } from './parts.ts'
import type { Runtime } from './runtime.ts'

export function organizationService({ store, clock }: Parts): Runtime['organizations'] {
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
