/** What a source says of a person. */
export interface PersonRecord {
  /** `<connection>/<id of the record>`. */
  readonly id: string
  /** Id and name of the source's connection. */
  readonly sourceId: string
  readonly sourceName: string
  readonly kind: 'employee' | 'contractor' | 'unknown'
  /** `missing`: the person was linked once, and the source no longer lists them. */
  readonly status: 'active' | 'onLeave' | 'left' | 'future' | 'unknown' | 'missing'
  /** YYYY-MM-DD; null where the source says that there is none. */
  readonly startsAt?: string | null | undefined
  readonly endsAt?: string | null | undefined
  /** When reading the source began, epoch ms. */
  readonly readAtMs: number
  /** Since when the directory is known to be without them, epoch ms. */
  readonly departedAtMs?: number | undefined
  /** Why the source cannot be trusted about this person, for people. */
  readonly doubt?: string | undefined
}

/** A person of the organization. One source decides about them; records of others are linked to it. */
export interface Person extends PersonRecord {
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Ids of people who may be the same one, hired again, or who got their address. Only who knows them can tell. */
  readonly doubles?: readonly string[] | undefined
  /**
   * Only an identity provider lists them, and a personnel system should, too. Nobody knows who they are: an account that nobody
   * removed, or that of somebody whom the personnel system has by another address. The text says it to people.
   */
  readonly unlisted?: string | undefined
  /** What later sources say of the same person. */
  readonly others: readonly PersonRecord[]
}
