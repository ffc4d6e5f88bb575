import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Everything that one authorization server keeps, in memory, gone with it. */
export interface MemoryAdapters {
  /** The adapter of one model (`AccessToken`, `Session`, …), as oidc-provider asks for it. */
  of(model: string): Adapter
  /** Forgets every entry of a model. */
  forget(model: string): void
}

/**
 * A store for oidc-provider. Its own in-memory adapter prints a warning, keeps a thousand entries at most and cannot be
 * asked to forget. Nothing expires here: oidc-provider looks at `exp` itself whenever it reads.
 */
export function createMemoryAdapters(): MemoryAdapters {
  const models = new Map<string, Map<string, AdapterPayload>>()
  const entriesOf = (model: string) => {
    const entries = models.get(model) ?? new Map<string, AdapterPayload>()
    models.set(model, entries)
    return entries
  }
  return {
    of: (model) => createAdapter(entriesOf(model)),
    forget: (model) => entriesOf(model).clear(),
  }
}

function createAdapter(entries: Map<string, AdapterPayload>): Adapter {
  const first = (fits: (payload: AdapterPayload) => boolean) => [...entries.values()].find(fits)
  return {
    upsert: async (id, payload) => void entries.set(id, payload),
    find: async (id) => entries.get(id),
    findByUid: async (uid) => first((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => first((payload) => payload.userCode === userCode),
    async consume(id) {
      const payload = entries.get(id)
      // oidc-provider counts in epoch seconds.
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void entries.delete(id),
    async revokeByGrantId(grantId) {
      for (const [id, payload] of entries) if (payload.grantId === grantId) entries.delete(id)
    },
  }
}
