// expect line 15: is not assignable to type

import type { Declared } from '../../../src/things/parts/declared-service.ts'

interface ThingService {
  rename(id: string, name: string): Promise<void>
}

export function thingService(names: Map<string, string>): Declared<ThingService> {
  return {
    rename: {
      change: async (id, name) => {
        names.set(id, name)
      },
      audit: { action: 'organization.rename', target: (_done, id) => id },
    },
  }
}
