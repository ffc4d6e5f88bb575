import { CheckwrightError } from '../../errors/index.ts'
import type { PackageContent } from '../../evidence/package/package-content.ts'
import { listGaps } from '../../evidence/package/package-gaps.ts'

const namedMax = 20

/**
 * Counts what a package cannot prove.
 * @param isRequired whether a gap is refused
 * @throws CheckwrightError `PACKAGE_INCOMPLETE`, with the first of the gaps
 */
export async function countGaps(content: PackageContent, isRequired: boolean): Promise<number> {
  const named: string[] = []
  let count = 0
  for await (const { kind, control, connector, check, from, to } of listGaps(content)) {
    count++
    const of = [control, connector && `${connector}/${check}`, from && `${from} to ${to}`]
    if (count <= namedMax) named.push(`${kind}: ${of.filter(Boolean).join(', ')}`)
  }
  if (count === 0 || !isRequired) return count
  const more = count > namedMax ? `; and ${count - namedMax} more` : ''
  throw new CheckwrightError(`The package has ${count} gaps, and evidence is required. ${named.join('; ')}${more}.`, {
    code: 'PACKAGE_INCOMPLETE',
  })
}
