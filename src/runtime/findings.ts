import type { Parts } from './parts.ts'
import type { Runtime } from './runtime.ts'

export function findingService({ store }: Parts): Runtime['findings'] {
  return {
    list: (filter) => store.findings.list(filter),
    get: async ({ id, organizationId }) => {
      const finding = await store.findings.find(id, organizationId)
      return finding && { ...finding, history: await store.findings.history(id) }
    },
    newestOutcomes: (filter) => store.findings.newestOutcomes(filter),
  }
}
