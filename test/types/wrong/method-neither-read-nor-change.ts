// expect line 11: is not assignable to type 'Read<(id: string, name: string) => Promise<void>> |

import type { Declared } from '../../../src/things/parts/declared-service.ts'

interface ThingService {
  rename(id: string, name: string): Promise<void>
}

export function thingService(names: Map<string, string>): Declared<ThingService> {
  return {
    rename: async (id: string, name: string) => {
      names.set(id, name)
    },
  }
}
