import type { AnyVariableValue } from '../define/index.ts'

/**
 * - `pending`: made, and its first test has not ended. - `active`: usable. - `needs_reauth`: the vendor refuses the grant; a person
 * connects again. - `error`: unusable for another reason, given in `stateReason`. - `paused`: kept, not run.
 * - `disconnected`: credentials wiped; kept for its history.
 */
export type ConnectionState = 'pending' | 'active' | 'needs_reauth' | 'error' | 'paused' | 'disconnected'

/** One customer's authenticated use of a connector, without its credentials. */
export interface ConnectionRecord {
  readonly id: string
  readonly organizationId: string
  readonly connectorId: string
  /** The version of a connector that operators add as a file: SHA-256 of the file. null: of code, or of a file that the process loads. */
  readonly connectorSha256: string | null
  /** The name that people gave it; null: the name of its connector. */
  readonly name: string | null
  readonly state: ConnectionState
  /** The reason, in plain words, if the state is not `active`; or what is about to end. */
  readonly stateReason: string | null
  readonly variables: Readonly<Record<string, AnyVariableValue>>
  /** Scopes that the vendor granted (oauth2), if it listed them. */
  readonly grantedScopes: readonly string[] | null
  /** The person who connected it, if known. */
  readonly userId: string | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** What a connection is called, and how it is. */
export type ConnectionName = Pick<ConnectionRecord, 'id' | 'connectorId' | 'connectorSha256' | 'name' | 'state'>

/** `attention`: what needs somebody first. `last-run`: the longest without a run first, before them those that never ran. */
export type ConnectionOrder = 'newest' | 'name' | 'attention' | 'last-run'

export const connectionOrders = [
  'newest',
  'name',
  'attention',
  'last-run',
] as const satisfies readonly ConnectionOrder[]

/** What the orders of a list go by. */
export interface ConnectionPlace extends Pick<ConnectionRecord, 'id' | 'createdAtMs'> {
  /** Its name in lower case; if it has none, the id of its connector. */
  readonly sortName: string
  /** By state: 0 for what needs somebody first. */
  readonly urgency: number
  /** Number of checks that fail or could not tell, by their newest outcomes. */
  readonly unwell: number
  /** Start of the newest run that has ended, epoch ms; 0: it never ran. */
  readonly lastRunAtMs: number
}

/** How many connections an organization has. */
export interface ConnectionTally {
  readonly states: Readonly<Record<ConnectionState, number>>
  /** By connector, without disconnected ones. */
  readonly connectors: ReadonlyMap<string, number>
}

/** Which connections of an organization, without their order. */
export interface ConnectionChoice {
  readonly organizationId: string
  /** Only some of these. */
  readonly ids?: readonly string[] | undefined
  readonly connectorId?: string | undefined
  /** @default all */
  readonly state?: ConnectionState | readonly ConnectionState[] | undefined
  /** Whether it has a schedule; false: it could have one, so that sources of files are left out. @default all */
  readonly isScheduled?: boolean | undefined
  /** Whether a run of it has ended. @default all */
  readonly hasRun?: boolean | undefined
  /** Each has to be a part of the name or the id, or the connector has to be one of these. Capitals do not count. */
  readonly words?: readonly { readonly text: string; readonly connectorIds: readonly string[] }[] | undefined
}

/** A time in which a connection was disconnected, and that ended when somebody connected it again. Epoch ms. */
export interface ConnectionGap {
  readonly connectionId: string
  readonly fromMs: number
  /** From then on it was connected again. */
  readonly untilMs: number
}

/** A new connection. Members that are left out have their first value. */
export function createConnectionRecord(
  row: Pick<ConnectionRecord, 'id' | 'organizationId' | 'connectorId' | 'createdAtMs'> & Partial<ConnectionRecord>,
): ConnectionRecord {
  return {
    connectorSha256: null,
    name: null,
    state: 'active',
    stateReason: null,
    variables: {},
    grantedScopes: null,
    userId: null,
    updatedAtMs: row.createdAtMs,
    ...row,
  }
}

/** Credential values by id, each sealed for its place. */
export interface SealedCredentials {
  /** Counts up with every replacement; the compare-and-swap guard of refreshes. Starts at 1. */
  readonly generation: number
  readonly values: Readonly<Record<string, string>>
  /** End of the access token, epoch ms; null if unknown or none. */
  readonly expiresAtMs: number | null
  /** When to request a new access token, epoch ms; null: when the vendor refuses this one. */
  readonly refreshAtMs: number | null
  /** How often in a row the vendor could not answer a refresh. The next attempt waits until `refreshAtMs`. */
  readonly refreshFailures: number
  /** The destination that they were entered for (`destination.ts`). */
  readonly destination: string
}

/** The first ones of a connection. */
export type FirstCredentials = SealedCredentials & {
  /** Whether a sign-in got the tokens for it, so that nobody else has them. @default false */
  readonly isGranted?: boolean | undefined
}

/** Credentials that replace others. Without a destination they are for the same. */
export type NextCredentials = Omit<SealedCredentials, 'generation' | 'refreshFailures' | 'destination'> & {
  readonly destination?: string | undefined
}

export type ConnectionChanges = {
  readonly [member in 'name' | 'state' | 'stateReason' | 'variables' | 'grantedScopes' | 'userId' | 'connectorSha256']?:
    | ConnectionRecord[member]
    | undefined
}

/** The part of the record that changes together with its credentials, so that its state fits them. */
export interface RecordChanges {
  readonly changes: ConnectionChanges
  readonly nowMs: number
}

/** One page of the chosen connections. */
export interface ConnectionPageChoice extends ConnectionChoice {
  readonly order: ConnectionOrder
  readonly limit: number
  /** Only those after this place. */
  readonly after?: ConnectionPlace | undefined
}

export interface PlacedConnection {
  readonly record: ConnectionRecord
  readonly place: ConnectionPlace
}

export interface ConnectionStore {
  /**
   * Inserts both in one transaction.
   * @throws StoreError `STORE_CONFLICT` when the id exists, `NOT_FOUND` when there is no such organization
   */
  insert(record: ConnectionRecord, credentials: FirstCredentials): Promise<void>
  /** Ids are 128 random bits or more; with `organizationId`, another organization's connection is not found. */
  find(id: string, organizationId?: string): Promise<ConnectionRecord | undefined>
  /** Newest first. */
  list(filter: {
    readonly organizationId: string
    readonly connectorId?: string | undefined
    /** Only those of one of these. */
    readonly connectorIds?: readonly string[] | undefined
    /** @default all */
    readonly limit?: number | undefined
    /** Only connections older than this one. */
    readonly before?: Pick<ConnectionRecord, 'createdAtMs' | 'id'> | undefined
  }): Promise<ConnectionRecord[]>
  /** Times in which connections were disconnected that were connected again since. */
  listGaps(organizationId: string): Promise<readonly ConnectionGap[]>
  /** Ids of the connectors that an organization has connections of, in any state. */
  listConnectorIds(organizationId: string): Promise<readonly string[]>
  /** Those of which the organization has an inventory, or has said something for cross-checks. @param besides not of these connectors */
  listNoted(organizationId: string, besides: readonly string[]): Promise<ConnectionRecord[]>
  /** Those of some connectors, and those of which the organization has an inventory, or has said something; in no order. */
  listNames(of: {
    readonly organizationId: string
    readonly connectorIds: readonly string[]
  }): Promise<readonly ConnectionName[]>
  /** The versions of connectors that connections use which are not disconnected. */
  listConnectors(organizationId: string): Promise<readonly Pick<ConnectionRecord, 'connectorId' | 'connectorSha256'>[]>
  /** One page in an order, which ends with the id so that no two have the same place. */
  search(filter: ConnectionPageChoice): Promise<readonly PlacedConnection[]>
  /** The same page, and the number that `count` gives. It takes less time than to ask for both. */
  searchCounted(
    filter: ConnectionPageChoice,
  ): Promise<{ readonly found: readonly PlacedConnection[]; readonly count: number }>
  /** At most one more than `countedMax`. */
  count(choice: ConnectionChoice): Promise<number>
  /** However many there are, in the same time. */
  tally(organizationId: string): Promise<ConnectionTally>
  /** Deletes a connection that was never run, with its credentials, as if it had not been made. */
  discard(id: string): Promise<void>
  /** The same for one that is `pending`. Does nothing if it is not any more. */
  discardPending(id: string): Promise<void>
  /** Sets the given columns and `updatedAtMs`. Returns the new record, or undefined if there is none. */
  update(id: string, changes: ConnectionChanges, nowMs: number): Promise<ConnectionRecord | undefined>
  /** The same, if state and `updatedAtMs` are still those of `seen`; undefined if somebody else was first. */
  updateSeen(seen: ConnectionRecord, changes: ConnectionChanges, nowMs: number): Promise<ConnectionRecord | undefined>
  /** Undefined for an unknown connection. After a wipe there is a generation and no value. */
  credentials(connectionId: string): Promise<SealedCredentials | undefined>
  /**
   * If the stored generation is still `expectedGeneration`: replaces all values, increments it, and sets
   * `refreshFailures` to 0. The same transaction changes the record.
   * @returns false if somebody else was first; then nothing changes
   */
  replaceCredentials(
    connectionId: string,
    expectedGeneration: number,
    next: NextCredentials,
    record?: RecordChanges,
  ): Promise<boolean>
  /** Increments `refreshFailures` and moves `refreshAtMs`, if the stored generation is still `generation`. */
  postponeRefresh(connectionId: string, generation: number, refreshAtMs: number): Promise<void>
  /**
   * Deletes every credential value of the connection, and changes the record in the same transaction. Increments the
   * generation, so that a refresh under way cannot bring the values back. A connection that becomes `disconnected` loses its
   * inventories too.
   */
  wipeCredentials(connectionId: string, record?: RecordChanges): Promise<void>
}
