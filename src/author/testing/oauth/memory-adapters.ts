import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The data of one authorization server, in memory. */
export interface MemoryAdapters {
  /** The adapter of one model (`AccessToken`, `Session`, …), as oidc-provider requests it. */
  of(model: string): Adapter
  /** Deletes every entry of a model. */
  forget(model: string): void
}

/**
 * A store for oidc-provider. Its own in-memory adapter prints a warning, keeps at most a thousand entries and cannot
 * delete them. Entries do not expire here, because oidc-provider checks `exp` itself when it reads.
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
