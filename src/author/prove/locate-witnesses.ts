import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { locateShippedFile } from '../../../connectors/_data/locate-file.ts'
import { cutEnding } from '../../service/commands/connector-file/beside.ts'
import { dataFileEndings, isFile } from '../../service/commands/connector-file/load-connector.ts'

/** Where the witnesses of a connector are: beside its file, or in the package. */
export function locateWitnesses(target: string): string {
  if (isFile(target)) return cutEnding(target) + witnessEnding
  return fileURLToPath(locateShippedFile(target, target + witnessEnding))
}

const witnessEnding = '.witnesses.yaml'
const connectorEndings = [...dataFileEndings, '.ts', '.mts', '.js', '.mjs']

/** The connector beside a witness file, where a person named that; else what was named. */
export function findSubject(target: string): string {
  if (!target.endsWith(witnessEnding)) return target
  const name = target.slice(0, -witnessEnding.length)
  return connectorEndings.map((ending) => name + ending).find(existsSync) ?? target
}

/** Undefined where there are none. */
export function findWitnesses(target: string): string | undefined {
  const path = locateWitnesses(target)
  return existsSync(path) ? path : undefined
}
