/** Which organizations have inventories that were read anew since their cross-checks were last started. */
export interface InventoryChangeStore {
  /**
   * Organizations with a change, and no start within a time; those that wait longest first. A start after that time comes from a clock
   * that was set back since.
   */
  listUnjudged(
    noneWithin: { readonly fromMs: number; readonly toMs: number },
    limit: number,
  ): Promise<readonly InventoryChange[]>
  /**
   * Says that cross-checks start now. What is read after it is another change.
   * @returns false if another process was first
   */
  claim(seen: InventoryChange, nowMs: number): Promise<boolean>
}

export interface InventoryChange {
  readonly organizationId: string
  /** When cross-checks were last started because of a change, epoch ms; 0: never. */
  readonly judgedAtMs: number
}
