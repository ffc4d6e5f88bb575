import type { RecordedRun, RunHead } from '../../checks/runs/recorded-run.ts'
import type { AccessReviewRun, AccessReviewRunHead } from '../../crosscheck/reviews/review-run.ts'
import type { CrossCheckRunHead, DisposableCrossCheckRun } from '../../crosscheck/run/cross-check-run.ts'
import { toInventoryFileName } from '../../inventory/inventory-head.ts'
import { type InventoryFile, inventoriesFolder } from './bundle-source.ts'

/** A run that bundles are made of: one of a connection, a cross-check over several, or an access review. */
export type SignedRunHead = RunHead | CrossCheckRunHead | AccessReviewRunHead

/** The run of a bundle, with results that are read one at a time. */
export type SignedRun = Pick<RecordedRun, 'results'> & { readonly head: SignedRunHead }

export function isCrossCheckHead(head: SignedRunHead): head is CrossCheckRunHead {
  return head.kind === 'cross-check'
}

export function isAccessReviewHead(head: SignedRunHead): head is AccessReviewRunHead {
  return head.kind === 'access-review' || head.kind === 'access-review-outcomes'
}

export function isAccessReviewRun(
  run: SignedRun | AccessReviewRun,
): run is SignedRun & { readonly head: AccessReviewRunHead } {
  return isAccessReviewHead(run.head)
}

export function isCrossCheckRun(
  run: SignedRun | DisposableCrossCheckRun | AccessReviewRun,
): run is SignedRun & { readonly head: CrossCheckRunHead } {
  return isCrossCheckHead(run.head)
}

/** Whether it is the run of a connection, or of a file that was received for one. */
export function isConnectionHead(head: SignedRunHead): head is RunHead {
  return head.kind === undefined || head.kind === 'import'
}

/** The files of the inventories that a run names, with their digests. */
export function listInventoryDigests(
  head: SignedRunHead,
): readonly { readonly file: InventoryFile; readonly digest: string }[] {
  if (isAccessReviewHead(head))
    return head.systems.flatMap(({ connectionId, lists }) =>
      lists.map((each) => ({ file: toSystemFile(connectionId, each), digest: each.digest })),
    )
  if (!isCrossCheckHead(head))
    return (head.inventories ?? []).map((each) => ({
      file: `${inventoriesFolder}/${toInventoryFileName(each)}`,
      digest: each.digest,
    }))
  return head.inputs.systems.flatMap(({ connectionId, inventories }) =>
    inventories.map((each) => ({ file: toSystemFile(connectionId, each), digest: each.digest })),
  )
}

/** The file of a connection's inventory: `inventories/<connection>.account.jsonl`. */
export function toSystemFile(
  connectionId: string,
  inventory: Parameters<typeof toInventoryFileName>[0],
): InventoryFile {
  return `${inventoriesFolder}/${connectionId}.${toInventoryFileName(inventory)}`
}
