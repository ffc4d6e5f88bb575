import { DataFileError } from '../../data/data-file.ts'
import type { AnyConnector } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import { examineWitnesses } from './examine-witnesses.ts'
import { readWitnesses, type Witnesses } from './witnesses/read-witnesses.ts'

/**
 * Reads witnesses, and runs the checks on them for what only shows then.
 * @param description the vendor's own, in which each source must exist
 * @throws DataFileError `WITNESS_INVALID` with every problem; CheckwrightError `CLI_FILE_FAILED`
 */
export async function loadWitnesses(
  path: string,
  connector: AnyConnector,
  description?: Description,
): Promise<Witnesses> {
  const witnesses = await readWitnesses(path, connector)
  const problems = await examineWitnesses(connector, witnesses, description)
  if (problems.length > 0)
    throw new DataFileError(witnesses.name, 'witness file', problems.map(witnesses.place), 'WITNESS_INVALID')
  return witnesses
}
