/** A time in which something was expected of a check. */
export interface Expectation {
  readonly organizationId: string
  readonly connectorId: string
  readonly checkId: string
  /** Epoch ms; 0: as long as anything is known. */
  readonly fromMs: number
  /** From then on it was expected no more, epoch ms; null: it still is. */
  readonly untilMs: number | null
}

/** Which checks an organization was expected to run, and when: what exists today says nothing about last January. */
export interface ExpectationStore {
  list(organizationId: string): Promise<readonly Expectation[]>
  /** Begins some. A check that is expected already stays as it is. @throws StoreError `NOT_FOUND` for an unknown organization */
  begin(expectations: readonly Omit<Expectation, 'untilMs'>[]): Promise<void>
  /** Ends those that last. */
  end(checks: readonly Pick<Expectation, 'organizationId' | 'connectorId' | 'checkId'>[], atMs: number): Promise<void>
}
