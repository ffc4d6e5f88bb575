import type { PlacedProblem } from '../../data/data-file.ts'
import type { AnyConnector } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import { findWitnesses } from '../prove/locate-witnesses.ts'
import { notProvenRule, witnessRule } from './validate-connector.ts'
import type { ValidationFinding } from './validation-finding.ts'

/** What is wrong with the witnesses beside a connector, or that it has none. */
export async function findWitnessFindings(
  target: string,
  [connector]: readonly AnyConnector[],
  description: Description | undefined,
): Promise<readonly ValidationFinding[]> {
  const file = findWitnesses(target)
  if (!connector) return []
  if (file === undefined)
    return [
      {
        rule: notProvenRule.id,
        level: notProvenRule.level,
        path: connector.id,
        message: 'has no witnesses, so nothing shows what its judgements were tried on: checkwright witness',
      },
    ]
  const toFinding = ({ path, message, line, column }: PlacedProblem): ValidationFinding => ({
    rule: witnessRule.id,
    level: witnessRule.level,
    path,
    message,
    file,
    line,
    column,
  })
  // Loaded only here: they take a parser of YAML, and run the checks.
  const { DataFileError } = await import('../../data/data-file.ts')
  const { readWitnesses } = await import('../prove/witnesses/read-witnesses.ts')
  const { examineWitnesses } = await import('../prove/examine-witnesses.ts')
  try {
    const witnesses = await readWitnesses(file, connector)
    return (await examineWitnesses(connector, witnesses, description)).map(witnesses.place).map(toFinding)
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    return error.problems.map(toFinding)
  }
}
