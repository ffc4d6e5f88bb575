import type { CheckHead } from '../../define/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { wrapHanging } from '../../report/pieces/wrap-text.ts'
import type { Terminal } from './terminal.ts'

const warningsShownMax = 10

/**
 * Prints the warnings of checks, and about checks, such as a secret in their evidence, because few people read the logs
 * of a run.
 */
export function tellCheckWarnings(checks: readonly CheckHead[], { err }: Pick<Terminal, 'err'>): void {
  const warnings = checks.flatMap(({ id, logs }) =>
    logs.filter(({ level }) => level !== 'info').map(({ message }) => `${id}: ${message}`),
  )
  if (warnings.length === 0) return
  err.line(`Warnings of checks: ${warnings.length}`)
  for (const warning of warnings.slice(0, warningsShownMax)) {
    for (const line of wrapHanging(`  ! ${cleanLine(warning, 600)}`, err.width, 4)) err.line(line)
  }
  if (warnings.length > warningsShownMax)
    err.line(`  … ${warnings.length - warningsShownMax} more in the logs of the run (--json)`)
}
