// expect line 11: Property 'audit' is missing in type

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
    },
  }
}
