import type { Description } from '../../descriptions/description.ts'
import { loadConnectors } from '../../service/commands/connector-file/load-connector.ts'
import { notDescribed } from './validate-connector.ts'
import type { ValidationFinding } from './validation-finding.ts'

/** What a connector as data asks, and what it reads of the answers, that the vendor's description does not have. */
export async function findDescriptionFindings(
  target: string,
  description: Description,
): Promise<readonly ValidationFinding[]> {
  try {
    await loadConnectors(target, { description })
    return []
  } catch (error) {
    const { DataFileError } = await import('../../data/data-file.ts')
    if (!(error instanceof DataFileError)) throw error
    return error.problems.map(({ path, message, line, column }) => ({
      rule: notDescribed.id,
      level: notDescribed.level,
      path,
      message,
      file: target,
      line,
      column,
    }))
  }
}
