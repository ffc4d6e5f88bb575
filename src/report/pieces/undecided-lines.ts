import type { CheckHead } from '../../define/index.ts'
import { cleanLine } from './safe-text.ts'

const undecidedShownMax = 20

/**
 * Resources that a check could not tell, a line each; none where there is at most one, which the error names.
 * @param max how many are shown. @default 20
 */
export function listUndecidedLines(
  { undecided }: Pick<CheckHead, 'undecided'>,
  max = undecidedShownMax,
): readonly string[] {
  if (!undecided || undecided.count < 2) return []
  const lines = undecided.first
    .slice(0, max)
    .map(({ resource: { type, id, name }, because }) =>
      cleanLine(`${type} ${name === undefined ? id : `${name} (${id})`}: ${because}`),
    )
  const left = undecided.count - lines.length
  return left > 0 ? [...lines, `… and ${left} more`] : lines
}
