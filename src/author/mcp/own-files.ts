import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { AnyConnector } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import { createUsageError } from '../../errors/index.ts'
import { cutEnding } from '../../service/commands/connector-file/beside.ts'
import { isDataFile, loadConnectors } from '../../service/commands/connector-file/load-connector.ts'
import { forgetModules } from '../../service/commands/connector-file/module-hooks.ts'
import { readDescription } from '../new/openapi/read-description.ts'
import { locateProof } from '../prove/kept-proof.ts'
import { locateWitnesses } from '../prove/locate-witnesses.ts'
import { locateReading } from '../prove/witnesses/read-labels.ts'
import { readWitnessFile } from '../prove/witnesses/read-witnesses.ts'
import type { WorkFolder } from './work-folder.ts'

/** A connector as data in the folder, with the files beside it. */
export interface OwnConnector {
  /** Where its file is. */
  readonly file: string
  readonly connector: AnyConnector
  /** Where its witnesses are. Undefined where there are none. */
  readonly witnesses: string | undefined
}

/**
 * Loads a connector of the folder. Its files name others: each of them is in the folder too.
 * @throws CheckwrightError `CLI_USAGE` for code and for what is outside; DataFileError for a file that is not well-formed
 */
export async function openConnector(folder: WorkFolder, path: string): Promise<OwnConnector> {
  const file = folder.locate(path)
  if (!isDataFile(file))
    throw createUsageError('Only connectors as data are read here. Name a file such as acme/acme.connector.yaml.')
  const witnesses = locateWitnesses(file)
  for (const beside of [witnesses, locateReading(witnesses), locateProof(witnesses)])
    if (existsSync(beside)) folder.demandInside(beside)
  forgetModules()
  const { connectors } = await loadConnectors(file)
  const [connector] = connectors
  if (!connector) throw new TypeError(`${cutEnding(file)} has no connector.`)
  if (!existsSync(witnesses)) return { file, connector, witnesses: undefined }
  const { name, file: read } = await readWitnessFile(witnesses, { admit: (path) => folder.demandInside(path) })
  for (const world of Object.values(read.worlds)) folder.demandInside(resolve(dirname(name), world))
  return { file, connector, witnesses }
}

/** The vendor's description that a model named. Large ones are read once while their file does not change. */
export class DescriptionShelf {
  readonly #folder: WorkFolder
  #last: { readonly path: string; readonly changedAtMs: number; readonly description: Description } | undefined

  constructor(folder: WorkFolder) {
    this.#folder = folder
  }

  /** @throws CheckwrightError as `readDescription`, and `CLI_USAGE` for a file outside of the folder */
  async open(name: string): Promise<Description> {
    const path = this.#folder.locate(name)
    const changedAtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (this.#last?.path === path && this.#last.changedAtMs === changedAtMs) return this.#last.description
    const description = await readDescription(path)
    this.#last = { path, changedAtMs, description }
    return description
  }
}
