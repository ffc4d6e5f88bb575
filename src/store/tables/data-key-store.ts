/** The key that seals the secrets of one organization, itself wrapped by a master key. */
export interface DataKeyRecord {
  /** Random; sealed values name it. */
  readonly id: string
  /** null: the platform's own, for secrets that belong to no organization. */
  readonly organizationId: string | null
  /** Master key that wrapped it. */
  readonly keyId: string
  readonly wrapped: string
  readonly createdAtMs: number
}

/** A known value wrapped by a master key: opens only with the key that first went by this id. */
export interface KeyCheckRecord {
  readonly keyId: string
  readonly wrapped: string
  readonly createdAtMs: number
}

/** One wrapped data key per organization and one for the platform. */
export interface DataKeyStore {
  find(organizationId: string | null): Promise<DataKeyRecord | undefined>
  /**
   * Of any number of parallel callers, in any process, the first one's key is kept.
   * @returns the record that is kept, whoever wrote it
   * @throws StoreError `NOT_FOUND` when there is no such organization
   */
  insertIfAbsent(record: DataKeyRecord): Promise<DataKeyRecord>
  /** The platform's and every organization's, by id: what a rotation of the master key walks through. */
  list(): Promise<DataKeyRecord[]>
  /**
   * Wraps the same data key anew, when the record still is `previous`.
   * @returns false when somebody else was first; nothing is changed then
   */
  rewrap(previous: DataKeyRecord, next: Pick<DataKeyRecord, 'keyId' | 'wrapped'>): Promise<boolean>
  /** Deletes an organization's data key; does nothing where there is none. */
  delete(organizationId: string): Promise<void>
  /** Ids of the master keys that wrapped data keys, each once. */
  listMasterKeyIds(): Promise<readonly string[]>
  findKeyCheck(keyId: string): Promise<KeyCheckRecord | undefined>
  /** @returns the record that is kept, whoever wrote it */
  insertKeyCheckIfAbsent(record: KeyCheckRecord): Promise<KeyCheckRecord>
}
