import type { InventoryOutcome, RunStatus } from '../define/index.ts'
import type { EndedCheck } from './run-check.ts'
import type { RunHead } from './runs/recorded-run.ts'

/** What a run counts. */
export function summarizeRun(
  ended: readonly EndedCheck[],
  inventories: readonly InventoryOutcome[],
): RunHead['summary'] {
  const checks: Record<RunStatus, number> = { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0 }
  for (const { head } of ended) checks[head.status]++
  const total = (count: (check: EndedCheck) => number) => sum(ended.map(count))
  const judged = { accepted: total(({ counts }) => counts.accepted), refused: total(({ counts }) => counts.refused) }
  return {
    checks,
    results: {
      pass: total(({ counts }) => counts.pass),
      fail: total(({ counts }) => counts.fail),
      manual: total(({ counts }) => counts.manual),
      not_applicable: total(({ counts }) => counts.not_applicable),
      waived: total(({ counts }) => counts.waived),
    },
    judged: judged.accepted + judged.refused > 0 ? judged : undefined,
    errors: checks.error,
    requests: total(({ head }) => head.requests) + sum(inventories.map(({ requests }) => requests)),
    retries: total(({ head }) => head.retries) + sum(inventories.map(({ retries }) => retries)),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
