// expect line 15: is not assignable to type

import type { Declared } from '../../../src/things/parts/declared-service.ts'

interface ThingService {
  rename(thing: { readonly organizationId: string; readonly name: string }): Promise<void>
}

export function thingService(names: Set<string>): Declared<ThingService> {
  return {
    rename: {
      change: async ({ name }) => {
        names.add(name)
      },
      audit: { action: 'organization.rename' },
    },
  }
}
