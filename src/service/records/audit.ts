/** Who requests a change: an API key, a person with a token of the host, or the program that contains the runtime. */
export interface Actor {
  readonly type: 'api-key' | 'user' | 'program'
  readonly id: string
}

/**
 * One requested change. The entry is written before the change and completed after it, or in its transaction, so that every
 * change has one. It has the names of the given members, without values.
 */
export interface AuditEntry {
  readonly id: string
  readonly organizationId: string
  readonly actor: Actor
  /** Such as `comment.create`. */
  readonly action: string
  /** Id of the changed thing, if known. */
  readonly target: string | null
  /** Names of the members that the request set. */
  readonly fields: readonly string[]
  readonly requestId: string
  readonly atMs: number
  /** HTTP status of the answer. null: the process ended in between, and the outcome is unknown. */
  readonly status: number | null
}

/** The entry of a change that is one transaction of the store. It is written in that, so that both are there or neither. */
export interface JoiningEntry {
  /** The entry as it is when the change is made, for its transaction. @param target id of the changed thing */
  readonly complete: (target: string) => AuditEntry
}

/** The entry of a caller for a method that writes it in its own transaction. */
export interface ActionEntry {
  /** Such as `run.start`: a method of another action does not get it. */
  readonly action: string
  readonly entry: JoiningEntry
}

/** Which entries a list has. */
export interface AuditFilter {
  readonly organizationId: string
  /** Only entries with this action, or whose action begins with it and a dot: `connection` finds `connection.create`. */
  readonly action?: string | undefined
  /** Only entries of this person, key or program. */
  readonly actorId?: string | undefined
  /** Only entries about the thing of this id. */
  readonly target?: string | undefined
  /** Only entries of this time, epoch ms. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

export interface AuditStore {
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  insert(entry: AuditEntry): Promise<void>
  complete(id: string, outcome: { readonly status: number; readonly target: string | null }): Promise<void>
  /** Newest first. */
  list(
    filter: AuditFilter & {
      readonly limit: number
      /** Entries older than this one. */
      readonly before?: Pick<AuditEntry, 'atMs' | 'id'> | undefined
    },
  ): Promise<AuditEntry[]>
}

const fieldsMax = 100
const fieldLengthMax = 100

/** Limits names that a sender chose, because they stay in the log as long as the log is kept. */
export function clipFields(fields: readonly string[]): readonly string[] {
  const clipped = fields
    .slice(0, fieldsMax)
    .map((name) => (name.length > fieldLengthMax ? `${name.slice(0, fieldLengthMax).toWellFormed()}…` : name))
  return fields.length > fieldsMax ? [...clipped, `… and ${fields.length - fieldsMax} more`] : clipped
}
