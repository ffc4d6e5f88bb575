/** The processes that have runs, each with a pulse: what is kept for one that has none any more is for others to take. */
export interface WorkerStore {
  insert(worker: { readonly id: string; readonly startedAtMs: number }): Promise<void>
  /** @returns false when others have taken it for dead */
  recordBeat(id: string): Promise<boolean>
  list(): Promise<readonly { readonly id: string; readonly beat: number }[]>
  /** @returns whether it was there with that beat still, or with any */
  remove(id: string, beat?: number): Promise<boolean>
}
