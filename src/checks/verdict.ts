import type { OnEmpty, ResultStatus, RunStatus } from '../define/index.ts'

const worstFirst: readonly RunStatus[] = ['error', 'fail', 'manual', 'pass', 'not_applicable']

/** Rolls statuses up: error > fail > manual > pass > not_applicable. Of none, nothing applied. */
export function findWorstStatus(statuses: Iterable<RunStatus>): RunStatus {
  const present = new Set(statuses)
  return worstFirst.find((status) => present.has(status)) ?? 'not_applicable'
}

/** Status of a check that ended by itself; undefined when it reported nothing and does not say what that means. */
export function decideVerdict(results: Iterable<ResultStatus>, onEmpty: OnEmpty | undefined): RunStatus | undefined {
  const statuses = [...results]
  return statuses.length === 0 ? onEmpty : findWorstStatus(statuses)
}
