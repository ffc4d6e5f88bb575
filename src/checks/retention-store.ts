/** What runs are counted by. */
export interface RunSubject {
  readonly connectionId: string
  /** null: of a connection. */
  readonly crossCheckId: string | null
}

/** Deletes what may be deleted, in pieces, so that nobody waits for it. */
export interface RetentionStore {
  /** Connections by id, those after `after`. */
  listConnectionsAfter(
    after: string,
    limit: number,
  ): Promise<{ readonly id: string; readonly organizationId: string }[]>
  /** What the runs of a row are of: the connection, or each cross-check of the organization. */
  listSubjectsOf(row: { readonly id: string; readonly organizationId: string }): Promise<readonly RunSubject[]>
  /**
   * Finished runs of a connection or cross-check that may be deleted, the oldest first: older than a time, or beyond a number of
   * newest runs. Excludes the newest finished run, runs with the newest outcome of a check, and runs that a package names.
   */
  listDeletableRuns(of: {
    readonly connectionId: string
    readonly crossCheckId: string | null
    readonly startedBeforeMs?: number | undefined
    readonly keptRuns?: number | undefined
    readonly limit: number
  }): Promise<string[]>
  /** Deletes a finished run, its results first, in pieces. Findings stay. */
  deleteRun(id: string): Promise<void>
  /** Deletes staged results that will not be used, because their runs ended otherwise. @returns how many sets */
  deleteLeftovers(limit: number): Promise<number>
  /** Deletes the oldest entries of the audit log, older than a time. @returns how many */
  deleteAudit(organizationId: string, beforeMs: number, limit: number): Promise<number>
  /** Deletes the row of a run's bundle and returns it; the caller deletes the bytes. */
  takeBundle(runId: string): Promise<{ readonly organizationId: string; readonly objectKey: string } | undefined>
  /** Which of these object keys a file uses. */
  findNamedObjects(keys: readonly string[]): Promise<ReadonlySet<string>>
}
