/** Whose runs are counted or deleted, oldest first: all of an organization, those of a connection, or those of a cross-check. */
export type RetentionScope =
  | { readonly organizationId: string; readonly connectionId?: undefined }
  | (RunSubject & { readonly organizationId?: undefined })

/** What runs are counted by. */
export interface RunSubject {
  readonly connectionId: string
  /** null: of a connection. */
  readonly crossCheckId: string | null
}

/** The place of a run among those of its scope. */
export interface RunPlace {
  readonly startedAtMs: number
  readonly id: string
}

/** What one piece did: at most the rows that it was asked for. */
interface Deleted {
  /** Rows that are gone. 0: nothing is left. */
  readonly rows: number
  /** Whole things that are gone: runs, sets of results, entries. */
  readonly gone: number
}

/** Where the bytes of a run's bundle are. */
interface StoredBundle {
  readonly organizationId: string
  readonly objectKey: string
}

/** Deletes what may be deleted, in pieces, so that nobody waits for it. */
export interface RetentionStore {
  /** Ids of organizations, those after `after`. */
  listOrganizationsAfter(after: string, limit: number): Promise<readonly string[]>
  /** Connections by id, those after `after`. */
  listConnectionsAfter(
    after: string,
    limit: number,
  ): Promise<{ readonly id: string; readonly organizationId: string }[]>
  /** What the runs of a row are of: the connection, or each cross-check of the organization. */
  listSubjectsOf(row: { readonly id: string; readonly organizationId: string }): Promise<readonly RunSubject[]>
  /**
   * Passes over the newest runs that have ended, or over the newest of those that began before another one.
   * @returns the first one behind them. undefined: there are not as many
   */
  findSurplus(of: RunSubject, passed: number, before?: RunPlace): Promise<RunPlace | undefined>
  /**
   * Looks at the next runs of a scope that began by a time. May be deleted: what has ended, and is neither the newest run that has, nor
   * has the newest outcome of a check, nor is named by a package.
   * @returns all that it looked at
   */
  judgeRuns(
    of: RetentionScope,
    range: { readonly after: RunPlace | undefined; readonly throughMs: number; readonly limit: number },
  ): Promise<readonly (RunPlace & { readonly mayGo: boolean })[]>
  /**
   * Deletes the first of these finished runs with all that they have, as many as have at most `rows` rows. Of one that has more, it
   * hides the results and deletes as many. Findings stay.
   * @param deleteBytes deletes the bytes of their bundles, before the rows that name them
   */
  deleteRuns(
    ids: readonly string[],
    rows: number,
    deleteBytes: (bundles: readonly StoredBundle[]) => Promise<void>,
  ): Promise<Deleted>
  /** Deletes staged results that will not be used, because their runs ended otherwise. */
  deleteLeftovers(rows: number): Promise<Deleted>
  /** Deletes the oldest entries of the audit log, older than a time. */
  deleteAudit(organizationId: string, beforeMs: number, rows: number): Promise<Deleted>
  /** Which of these object keys a file uses. */
  findNamedObjects(keys: readonly string[]): Promise<ReadonlySet<string>>
}
