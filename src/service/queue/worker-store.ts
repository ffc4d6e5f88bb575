/** The processes that have runs, each with a pulse. If the pulse stops, other processes take the runs. */
export interface WorkerStore {
  insert(worker: { readonly id: string; readonly startedAtMs: number }): Promise<void>
  /** @returns false if others treat it as dead */
  recordBeat(id: string): Promise<boolean>
  list(): Promise<readonly { readonly id: string; readonly beat: number }[]>
  /** @returns whether it was still there with that beat, or with any */
  remove(id: string, beat?: number): Promise<boolean>
}
