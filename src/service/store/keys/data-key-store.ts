/** The key that seals the secrets of one organization, itself wrapped by a master key. */
export interface DataKeyRecord {
  /** Random; sealed values contain it. */
  readonly id: string
  /** null: the platform's own, for secrets without an organization. */
  readonly organizationId: string | null
  /** The master key that wrapped it. */
  readonly keyId: string
  readonly wrapped: string
  readonly createdAtMs: number
}

/** A known value wrapped by a master key: only the first key with this id opens it. */
export interface KeyCheckRecord {
  readonly keyId: string
  readonly wrapped: string
  readonly createdAtMs: number
}

/** One wrapped data key per organization and one for the platform. */
export interface DataKeyStore {
  find(organizationId: string | null): Promise<DataKeyRecord | undefined>
  /**
   * If several callers try, in any process, the first one's key is stored.
   * @returns the stored record, whoever wrote it
   * @throws StoreError `NOT_FOUND` when there is no such organization
   */
  insertIfAbsent(record: DataKeyRecord): Promise<DataKeyRecord>
  /** The platform's and every organization's, by id: for a rotation of the master key. */
  list(): Promise<DataKeyRecord[]>
  /**
   * Wraps the same data key again, if the record is still `previous`.
   * @returns false if somebody else was first; then nothing changes
   */
  rewrap(previous: DataKeyRecord, next: Pick<DataKeyRecord, 'keyId' | 'wrapped'>): Promise<boolean>
  /** Deletes an organization's data key, if there is one. */
  delete(organizationId: string): Promise<void>
  /** Ids of the master keys that wrapped data keys, each once. */
  listMasterKeyIds(): Promise<readonly string[]>
  findKeyCheck(keyId: string): Promise<KeyCheckRecord | undefined>
  /** @returns the stored record, whoever wrote it */
  insertKeyCheckIfAbsent(record: KeyCheckRecord): Promise<KeyCheckRecord>
}
