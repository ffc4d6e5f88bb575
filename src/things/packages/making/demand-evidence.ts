import { CheckwrightError } from '../../../errors/index.ts'
import type { PackageContent } from '../../../evidence/package/package-content.ts'
import { lacksEvidence, listGaps, type PackageGap } from '../../../evidence/package/package-gaps.ts'

const gapsNamedMax = 20

/** A package without all of its evidence, where evidence was required. */
export class PackageIncompleteError extends CheckwrightError {
  /** How many gaps there are. */
  readonly count: number
  /** The first of them. */
  readonly gaps: readonly PackageGap[]

  constructor(count: number, gaps: readonly PackageGap[]) {
    const more = count > gaps.length ? `; and ${count - gaps.length} more` : ''
    super(`The package has ${count} gaps, and evidence is required. ${gaps.map(nameGap).join('; ')}${more}.`, {
      code: 'PACKAGE_INCOMPLETE',
    })
    this.count = count
    this.gaps = gaps
  }
}

/**
 * Counts what a package cannot prove.
 * @param isRequired whether missing evidence is refused
 * @throws PackageIncompleteError `PACKAGE_INCOMPLETE`
 */
export async function countGaps(content: PackageContent, isRequired: boolean): Promise<number> {
  const named: PackageGap[] = []
  let [count, missing] = [0, 0]
  for await (const gap of listGaps(content)) {
    count++
    if (!lacksEvidence(gap)) continue
    missing++
    if (named.length < gapsNamedMax) named.push(gap)
  }
  if (missing > 0 && isRequired) throw new PackageIncompleteError(missing, named)
  return count
}

function nameGap({ kind, control, connector, check, from, to }: PackageGap): string {
  const of = [control, connector && `${connector}/${check}`, from && `${from} to ${to}`]
  return `${kind}: ${of.filter(Boolean).join(', ')}`
}
