/** What may be deleted, and how: in pieces, so that nobody waits for it. */
export interface RetentionStore {
  /** Connections by id, those behind `after`. */
  listConnectionsAfter(
    after: string,
    limit: number,
  ): Promise<{ readonly id: string; readonly organizationId: string }[]>
  /**
   * Runs of a connection that have ended and may go, the oldest first: begun before a time, or more than so many runs ago.
   * Never the newest that has ended, nor one that holds the newest outcome of a check.
   */
  listDeletableRuns(of: {
    readonly connectionId: string
    readonly startedBeforeMs?: number | undefined
    readonly keptRuns?: number | undefined
    readonly limit: number
  }): Promise<string[]>
  /** Deletes a run that has ended, its results first, in pieces. What is known of findings stays. */
  deleteRun(id: string): Promise<void>
  /** Deletes results that nobody will ever see: staged for runs that have ended otherwise. @returns how many sets */
  deleteLeftovers(limit: number): Promise<number>
  /** Deletes the oldest entries of the audit log from before a time. @returns how many */
  deleteAudit(organizationId: string, beforeMs: number, limit: number): Promise<number>
  /** The row of the bundle of a run, gone with this call; its bytes are for the caller to delete. */
  takeBundle(runId: string): Promise<{ readonly organizationId: string; readonly objectKey: string } | undefined>
  /** Which of these keys of objects some file names. */
  findNamedObjects(keys: readonly string[]): Promise<ReadonlySet<string>>
}
