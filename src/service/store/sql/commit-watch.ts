import { AsyncLocalStorage } from 'node:async_hooks'
import { StoreError } from '../../../errors/index.ts'

interface CommitWatch {
  hasCommitted: boolean
}

const watches = new AsyncLocalStorage<CommitWatch | undefined>()

/**
 * Runs work that may make several commits. If the store is lost after one of them, a part of the work is stored, so the error says
 * that, and nobody does the work a second time as if nothing had happened.
 */
export async function runWatchingCommits<T>(work: () => Promise<T>): Promise<T> {
  const outer = watches.getStore()
  const watch: CommitWatch = { hasCommitted: false }
  try {
    return await watches.run(watch, work)
  } catch (error) {
    if (!watch.hasCommitted || !(error instanceof StoreError) || error.code !== 'STORE_UNAVAILABLE') throw error
    const { code, retryable, cause } = error
    throw new StoreError(`${error.message} A part of the change is stored, or all of it. Look before you repeat it.`, {
      code,
      retryable,
      mayBeStored: true,
      cause,
    })
  } finally {
    if (outer && watch.hasCommitted) outer.hasCommitted = true
  }
}

/** A change was committed for whoever is running. */
export function noteCommit(): void {
  const watch = watches.getStore()
  if (watch) watch.hasCommitted = true
}

/** Runs work that is of several: each of them notes its own commits. */
export function runUnwatched<T>(work: () => T): T {
  return watches.run(undefined, work)
}
