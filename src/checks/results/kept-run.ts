import type { CheckHead, CheckOutcome, ResultRecord, RunResult } from '../../define/index.ts'
import type { KeptRecord } from '../../inventory/parse-record.ts'

export type { CheckHead } from '../../define/index.ts'

/** A finished run without its results. */
export type RunHead = Omit<RunResult, 'checks'> & { readonly checks: readonly CheckHead[] }

/** A finished run whose results are read one at a time, so that a run with very many never is in memory whole. */
export interface KeptRun {
  readonly head: RunHead
  /** Results of one check in the order in which it reported them; can be read more than once. */
  results(checkId: string): AsyncIterable<ResultRecord>
  /** Records of an inventory that the run read (`inventory:account`), by their ids. Left out where nobody kept them. */
  readonly records?: ((inventoryId: string) => AsyncIterable<KeptRecord>) | undefined
}

/** A finished run that holds its results outside of memory until it is closed. */
export interface HeldRun extends KeptRun, AsyncDisposable {
  /** Lets go of the results, which cannot be read afterwards. A second call does nothing. */
  close(): Promise<void>
}

/** A run that is in memory anyway, to be read like one that is not. */
export function keptRun(run: RunResult): KeptRun {
  const { checks, ...head } = run
  return {
    head: { ...head, checks: checks.map(({ results: _, ...check }) => check) },
    results: async function* (checkId) {
      yield* checks.find(({ id }) => id === checkId)?.results ?? []
    },
  }
}

/** Reads a run into memory, results and all. */
export async function wholeRun({ head, results }: KeptRun): Promise<RunResult> {
  const checks: CheckOutcome[] = []
  for (const check of head.checks) {
    const all: ResultRecord[] = []
    for await (const result of results(check.id)) all.push(result)
    checks.push({ ...check, results: all })
  }
  return { ...head, checks }
}
