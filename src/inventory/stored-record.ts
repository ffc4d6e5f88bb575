/** A record as it is kept: the members that somebody knows, and why others are not known. */
export interface StoredRecord {
  readonly id: string
  readonly unknown?: Readonly<Record<string, string>> | undefined
  readonly [member: string]: unknown
}
