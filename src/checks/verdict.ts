import { type OnEmpty, type ResultStatus, type RunStatus, worstFirst } from '../define/index.ts'

/**
 * Rolls statuses up: error > fail > manual > pass > not_applicable. Without any status, the result is `not_applicable`.
 */
export function findWorstStatus(statuses: Iterable<RunStatus>): RunStatus {
  const present = new Set(statuses)
  return worstFirst.find((status) => present.has(status)) ?? 'not_applicable'
}

/** Status of a check that ended by itself; undefined if it reported nothing and does not declare what that means. */
export function decideVerdict(results: Iterable<ResultStatus>, onEmpty: OnEmpty | undefined): RunStatus | undefined {
  const statuses = [...results]
  return statuses.length === 0 ? onEmpty : findWorstStatus(statuses)
}
