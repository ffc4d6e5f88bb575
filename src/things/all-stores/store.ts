import type { ObjectStore } from '../../service/files/objects.ts'
import type { StoreTables } from './kysely-store.ts'

/**
 * Everything that Checkwright stores. Secrets arrive sealed (see `Vault`); a store gets no plaintext. Every method may
 * throw StoreError `STORE_UNAVAILABLE` (retryable while another process holds the database) and `STORE_CORRUPT`.
 */
export interface Store extends StoreTables {
  /** Bytes of files: in a folder beside the SQLite file, in PostgreSQL itself, or in memory. */
  readonly objects: ObjectStore
  /**
   * Calls back when another process may have put a run into the queue. Some are missed, so look now and then too. SQLite never calls.
   * @returns stops it
   */
  watchQueue(onWaiting: () => void): () => void
  /** Waits for running work, then closes the database. Calling it again does nothing. */
  close(): Promise<void>
}
