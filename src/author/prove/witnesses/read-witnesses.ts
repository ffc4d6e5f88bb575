import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import {
  DataFileError,
  type DataFileForm,
  type IsSound,
  type PlacedProblem,
  parseDataFile,
} from '../../../data/data-file.ts'
import type { DataProblem } from '../../../data/data-problem.ts'
import type { AnyConnector } from '../../../define/index.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import { parseRecording } from '../../../evidence/recording/read-recording.ts'
import type { Recording } from '../../../evidence/recording/recording.ts'
import { findSecrets } from '../../../evidence/recording/secret-scan.ts'
import { Redactor } from '../../../http/redact/redact.ts'
import { readFileStart } from '../../../service/commands/read-input.ts'
import { applyChange } from './apply-changes.ts'
import { findPeople } from './find-people.ts'
import { parseLocator } from './locator.ts'
import { readSecondReading, type SecondReading } from './read-labels.ts'
import { type WitnessEntry, type WitnessFile, type WitnessReference, witnessDocumentSchema } from './witness-schema.ts'

/** A case: the answers of a world with its changes, and the verdict that is right. */
export interface Witness extends WitnessEntry {
  /** The answers, with its changes. */
  readonly answers: Recording
}

/** A witness file with its worlds. */
export interface Witnesses {
  /** Of the file that has them, as a person gave it, or another file refers to it. */
  readonly name: string
  readonly file: WitnessFile
  readonly worlds: ReadonlyMap<string, Recording>
  readonly witnesses: readonly Witness[]
  /** What a second reader said of some of them. Undefined where nobody was asked. */
  readonly secondReading: SecondReading | undefined
  /** SHA-256, hexadecimal, of the file, its worlds and the labels of the second reader. */
  readonly sha256: string
  /** A problem at its place in the file. */
  place(problem: DataProblem): PlacedProblem
}

const what = 'witness file'
const code = 'WITNESS_INVALID'

/** More than any file of data may have, so that an endless one is refused unread. */
const fileBytesMax = 1_100_000
const worldBytesMax = 10_000_000

/**
 * Reads the witnesses of a connector, and makes the answers of each.
 * @throws DataFileError `WITNESS_INVALID` with every problem; CheckwrightError `CLI_FILE_FAILED`
 */
export async function readWitnesses(path: string, connector: AnyConnector): Promise<Witnesses> {
  const { name, file, bytes, place } = await readWitnessFile(path, { connector })
  const fail = (problems: readonly DataProblem[]) => new DataFileError(name, what, problems.map(place), code)
  const hash = createHash('sha256').update(bytes)
  const worlds = new Map<string, Recording>()
  const broken: DataProblem[] = []
  for (const [world, from] of Object.entries(file.worlds)) {
    const loaded = await loadWorld(resolve(dirname(name), from), from, file, connector)
    if ('world' in loaded) worlds.set(world, loaded.world)
    else broken.push(...loaded.problems.map((message) => ({ path: ['worlds', world], message })))
    if ('bytes' in loaded) hash.update(loaded.bytes)
  }
  if (broken.length > 0) throw fail(broken)
  const secondReading = readSecondReading(name, file)
  if (secondReading) hash.update(secondReading.bytes)
  const made = file.witnesses.map((entry, index) => makeWitness(entry, index, worlds, connector))
  const unmade = made.flatMap((each) => ('answers' in each ? [] : [each]))
  if (unmade.length > 0) throw fail(unmade)
  const witnesses = made.flatMap((each) => ('answers' in each ? [each] : []))
  return { name, file, worlds, witnesses, secondReading, sha256: hash.digest('hex'), place }
}

interface WitnessFileOptions {
  /** Whose witnesses they have to be. @default any, and nothing is asked beyond the form of the file */
  readonly connector?: AnyConnector | undefined
  /** Gets the path of a file that another one refers to, before it is read. May throw. */
  readonly admit?: ((path: string) => void) | undefined
}

/**
 * Reads the file alone, without its worlds, or the one that it refers to.
 * @throws DataFileError `WITNESS_INVALID` with every problem of its form; CheckwrightError `CLI_FILE_FAILED`
 */
export async function readWitnessFile(
  path: string,
  { connector, admit }: WitnessFileOptions = {},
): Promise<Pick<Witnesses, 'name' | 'file' | 'place'> & { readonly bytes: Uint8Array }> {
  const own = await readDocument(path, (document, isSound) => {
    const foreign = connector ? findOtherConnector(document, connector, isSound) : []
    return connector && foreign.length === 0 && isWitnessFile(document)
      ? findCaseProblems(document, connector, isSound)
      : foreign
  })
  if (isWitnessFile(own.data)) return { ...own, file: own.data }
  const target = join(dirname(path), own.data.witnesses)
  admit?.(target)
  const other = await readDocument(target, (document, isSound) =>
    connector && isWitnessFile(document) ? findCaseProblems(document, connector, isSound) : [],
  )
  if (isWitnessFile(other.data)) return { ...other, file: other.data, bytes: Buffer.concat([own.bytes, other.bytes]) }
  const message = 'names a file that refers to another one itself; name the file that has the witnesses'
  throw new DataFileError(path, what, [own.place({ path: ['witnesses'], message })], code)
}

function isWitnessFile(document: WitnessFile | WitnessReference): document is WitnessFile {
  return document.checkwright === 'witnesses/v1'
}

type DocumentForm = DataFileForm<WitnessFile | WitnessReference>

async function readDocument(name: string, rules: DocumentForm['rules']) {
  const bytes = await readStart(name, fileBytesMax)
  const { data, place } = parseDataFile(name, bytes, { what, code, schema: witnessDocumentSchema, rules })
  return { name, bytes, data, place }
}

function findOtherConnector(
  document: WitnessFile | WitnessReference,
  connector: AnyConnector,
  isSound: IsSound,
): readonly DataProblem[] {
  if (isSound(['connector']) && document.connector !== connector.id)
    return [{ path: ['connector'], message: `is another connector than "${connector.id}"; name the file of that one` }]
  const version = connector.definition.version ?? '0.0.0'
  if (isWitnessFile(document) && isSound(['version']) && document.version !== undefined && document.version !== version)
    return [
      { path: ['version'], message: `is another version than ${version}; look at each witness again, then change it` },
    ]
  return []
}

function findCaseProblems(file: WitnessFile, connector: AnyConnector, isSound: IsSound): readonly DataProblem[] {
  const problems: DataProblem[] = []
  const add = (path: DataProblem['path'], message: string) => problems.push({ path, message })
  const checks = connector.checks.map(({ id }) => id)
  const ids = new Set<string>()
  for (const [index, { id, of, world, expect, source }] of file.witnesses.entries()) {
    const at = (...rest: readonly PropertyKey[]) => ['witnesses', index, ...rest]
    if (ids.has(id)) add(at('id'), `"${id}" is the id of two witnesses; rename one`)
    ids.add(id)
    if (isSound(['worlds']) && !Object.hasOwn(file.worlds, world))
      add(at('world'), `there is no world "${world}"; it has ${Object.keys(file.worlds).join(', ') || 'none'}`)
    for (const check of [of.check, ...Object.keys(expect)])
      if (!checks.includes(check))
        add(check === of.check ? at('of', 'check') : at('expect', check), `"${check}" is no check of this connector`)
    if (!Object.hasOwn(expect, of.check)) add(at('expect'), `says nothing of "${of.check}", which the witness is about`)
    if (source && !parseLocator(source.locator))
      add(
        at('source', 'locator'),
        'must name a member: "CryptoKey.nextRotationTime", or "GET /keys keys.state=ENABLED"',
      )
  }
  return problems
}

type LoadedWorld = { readonly world: Recording; readonly bytes: Uint8Array } | { readonly problems: readonly string[] }

async function loadWorld(
  path: string,
  name: string,
  { connector: id, now }: WitnessFile,
  connector: AnyConnector,
): Promise<LoadedWorld> {
  const bytes = await readStart(path, worldBytesMax + 1)
  if (bytes.length > worldBytesMax)
    return { problems: [`is larger than ${worldBytesMax / 1_000_000} MB; keep the answers that the checks need`] }
  try {
    const world = parseRecording(Buffer.from(bytes).toString('utf8'), name)
    if (world.connector.id !== id) return { problems: [`is a recording of "${world.connector.id}"; record "${id}"`] }
    const secrets = findSecrets(world, new Redactor()).map(({ path: at, what: kind }) => `${kind} (${at})`)
    const people = findPeople(world, connector)
    const problems = [
      ...(secrets.length > 0
        ? [`holds what looks like a secret: ${secrets.join(', ')}; replace it by an invented one`]
        : []),
      ...(people.length > 0
        ? [
            `names somebody (${people.slice(0, 5).join(', ')}); use names such as person1@example.com, as "checkwright record" does`,
          ]
        : []),
    ]
    return problems.length > 0 ? { problems } : { world: { ...world, inputs: { ...world.inputs, now } }, bytes }
  } catch (error) {
    if (!(error instanceof CheckwrightError)) throw error
    return { problems: [error.message] }
  }
}

function makeWitness(
  entry: WitnessEntry,
  index: number,
  worlds: ReadonlyMap<string, Recording>,
  connector: AnyConnector,
): Witness | DataProblem {
  let answers = worlds.get(entry.world) as Recording
  for (const [nth, change] of (entry.change ?? []).entries()) {
    const changed = applyChange(answers, change, connector)
    if ('message' in changed) {
      const { member, message } = changed
      return { path: ['witnesses', index, 'change', nth, ...(member === undefined ? [] : [member])], message }
    }
    answers = changed
  }
  return { ...entry, answers }
}

/** At most so many bytes of a file. @throws CheckwrightError `CLI_FILE_FAILED` */
async function readStart(path: string, bytesMax: number): Promise<Uint8Array> {
  const remedy = 'Check the path; those of worlds begin at the witness file.'
  return readFileStart(path, { bytesMax, what: `"${path}"`, remedy })
}
