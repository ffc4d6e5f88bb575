/** Who asks for a change: an API key, a person with a token of the host, or the program that the runtime is part of. */
export interface Actor {
  readonly type: 'api-key' | 'user' | 'program'
  readonly id: string
}

/**
 * One change somebody asked for. It is written before the change is made and completed after it, so that no change can be
 * without an entry. Holds the names of what was given and never a value.
 */
export interface AuditEntry {
  readonly id: string
  readonly organizationId: string
  readonly actor: Actor
  /** Such as `comment.create`. */
  readonly action: string
  /** Id of what was changed, where it is known. */
  readonly target: string | null
  /** Names of the members that the request set. */
  readonly fields: readonly string[]
  readonly requestId: string
  readonly atMs: number
  /** HTTP status of the answer. null: the process ended in between, and whether the change was made cannot be told. */
  readonly status: number | null
}

export interface AuditStore {
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  insert(entry: AuditEntry): Promise<void>
  complete(id: string, outcome: { readonly status: number; readonly target: string | null }): Promise<void>
  /** Newest first. */
  list(filter: {
    readonly organizationId: string
    readonly limit: number
    /** Entries older than this one. */
    readonly before?: Pick<AuditEntry, 'atMs' | 'id'> | undefined
  }): Promise<AuditEntry[]>
}

const fieldsMax = 100
const fieldLengthMax = 100

/** Names that a sender chose, in bounds: what is in the log stays there for as long as it is kept. */
export function clipFields(fields: readonly string[]): readonly string[] {
  const clipped = fields
    .slice(0, fieldsMax)
    .map((name) => (name.length > fieldLengthMax ? `${name.slice(0, fieldLengthMax).toWellFormed()}…` : name))
  return fields.length > fieldsMax ? [...clipped, `… and ${fields.length - fieldsMax} more`] : clipped
}
