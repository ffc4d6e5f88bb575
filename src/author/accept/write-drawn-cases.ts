import { writeFile } from 'node:fs/promises'
import type { Description } from '../../descriptions/description.ts'
import { createUsageError } from '../../errors/index.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { formatCases } from '../prove/witnesses/format-cases.ts'
import { locateReading, readEarlierReading } from '../prove/witnesses/read-labels.ts'
import { acceptConnector } from './accept-connector.ts'

export interface DrawnFile {
  readonly file: string
  readonly drawn: number
  /** Cases without a label. */
  readonly open: number
}

/**
 * Writes the cases that a person labels, without their verdicts. Labels of cases that are drawn again stay.
 * @throws CheckwrightError `CLI_USAGE` while verdicts differ, so that nobody labels what changes tomorrow
 */
export async function writeDrawnCases(file: string, description: Description): Promise<DrawnFile> {
  const { cases, confirmations, witnesses, problems } = await acceptConnector(file, description)
  if (!cases || !witnesses)
    throw createUsageError(
      `No cases are drawn while a file cannot be read or a verdict differs. Mend this first: ${problems[0]?.message}`,
    )
  const path = locateReading(witnesses.name)
  const earlier = readEarlierReading(witnesses.name)
  await writeFile(path, formatCases(witnesses.file, cases, earlier, confirmations)).catch((error: unknown) => {
    throw createFileError(`"${path}" cannot be written`, error, 'Name a connector in a folder that you may write.')
  })
  const labelled = new Set(earlier.cases.flatMap((entry) => (entry.expect === null ? [] : [entry.case])))
  return { file: path, drawn: cases.length, open: cases.filter(({ name }) => !labelled.has(name)).length }
}
