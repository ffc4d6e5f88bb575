import { mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { parseRecording } from '../../evidence/recording/read-recording.ts'
import type { Recording } from '../../evidence/recording/recording.ts'
import { formatRecording } from '../../evidence/recording/recording-text.ts'
import {
  createUnknownConnectorError,
  isDataFile,
  isFile,
  loadConnectors,
  loadShipped,
} from '../../service/commands/connector-file/load-connector.ts'
import { createFileError } from '../../service/commands/read-input.ts'

/** Recordings are in folders of this name, at any depth beside their connectors. */
export const recordedFolder = 'recorded'

/** The default place of a connector's recording. @param target the given name */
export function locateRecording(target: string, { id }: AnyConnector): string {
  return join(isFile(target) ? dirname(target) : '.', recordedFolder, `${id}.json`)
}

/** @throws CheckwrightError `CLI_FILE_FAILED`, `RECORDING_INVALID` */
export async function readRecording(file: string): Promise<Recording> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw createFileError(`"${file}" cannot be read`, error, 'Name a recording that "checkwright record" wrote.')
  })
  return parseRecording(text, file)
}

/**
 * Moves the recording to its place in one step, so that nobody reads half of it. @throws CheckwrightError
 * `CLI_FILE_FAILED`
 */
export async function writeRecording(file: string, recording: Recording): Promise<void> {
  const draft = `${file}.draft`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(draft, formatRecording(recording))
    await rename(draft, file)
  } catch (error) {
    throw createFileError(`The recording cannot be written to "${file}"`, error, 'Name another file with --out.')
  }
}

/** The connector's file in a recording, relative to the recording's folder. */
export function relateConnectorFile(recording: string, target: string): string | undefined {
  if (!isFile(target)) return undefined
  const path = relative(dirname(resolve(recording)), resolve(target))
    .split(sep)
    .join('/')
  return path.startsWith('.') ? path : `./${path}`
}

/**
 * The connector of a recording.
 * @param atHand connectors' files that the person has given. A recording may name no other outside its own package,
 * because the file is executed
 * @throws CheckwrightError when there is none
 */
export async function loadRecordedConnector(
  file: string,
  { connector: { id, file: from } }: Recording,
  atHand: readonly string[] = [],
): Promise<AnyConnector> {
  if (from === undefined) {
    const shipped = await loadShipped(id)
    if (shipped) return shipped
    throw createUnknownConnectorError(
      id,
      `, which ${file} names. Write the path of its file into "connector.file" there`,
    )
  }
  if (!isFile(from))
    throw createRecordingError(
      `${file} names "${from}" as the connector's file. Name a connector's file, such as ../acme.ts or ../acme.connector.yaml.`,
    )
  const named = resolve(dirname(file), from)
  if (!atHand.some((each) => resolve(each) === named) && !(await isInSamePackage(file, named)))
    throw createRecordingError(
      `${file} names a connector outside its own package: ${JSON.stringify(from)}. This command would execute it. If you trust it, name the connector's file: checkwright test ./acme.ts`,
    )
  const path = relative(process.cwd(), named)
  const { connectors } = await loadConnectors(path.startsWith('..') ? resolve(path) : `./${path}`)
  const connector = connectors.find((each) => each.id === id)
  if (connector) return connector
  throw createRecordingError(
    `${file} is a recording of the connector "${id}", but ${path} exports ${connectors.map((each) => each.id).join(', ')}.`,
  )
}

/** Whether a file is below the package of a recording, after following links. */
async function isInSamePackage(recording: string, file: string): Promise<boolean> {
  const folder = await realpath(dirname(resolve(recording)))
  const root = (await findPackageFolder(folder)) ?? (basename(folder) === recordedFolder ? dirname(folder) : folder)
  // A missing file cannot be executed; loading it reports that.
  const target = await realpath(file).catch(() => resolve(folder, relative(dirname(resolve(recording)), file)))
  const path = relative(root, target)
  return path !== '' && path.split(sep)[0] !== '..' && !isAbsolute(path)
}

async function findPackageFolder(folder: string): Promise<string | undefined> {
  const manifest = await stat(join(folder, 'package.json')).catch(() => undefined)
  if (manifest?.isFile()) return folder
  return dirname(folder) === folder ? undefined : findPackageFolder(dirname(folder))
}

/**
 * The recordings of a path: the file itself, all below a folder, or those of a connector's file.
 * @throws CheckwrightError `CLI_FILE_FAILED`
 */
export async function findRecordings(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch((error: unknown) => {
    throw createFileError(
      `"${path}" cannot be read`,
      error,
      'Name a recording, a connector, or a folder that has some.',
    )
  })
  if (found.isDirectory()) return (await findRecordingsBelow(path)).sort()
  if (isRecordingName(path) || !isFile(path)) return [path]
  const files = await findRecordingsBelow(dirname(path))
  const named = await Promise.all(
    files.map(async (file) => {
      const { connector } = await readRecording(file)
      return connector.file !== undefined && resolve(dirname(file), connector.file) === resolve(path) ? [file] : []
    }),
  )
  return named.flat().sort()
}

/** Connectors can be JSON too. */
export function isRecordingName(path: string): boolean {
  return extname(path) === '.json' && !isDataFile(path)
}

async function findRecordingsBelow(folder: string): Promise<string[]> {
  const files: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !passedOver.test(entry.name)) files.push(...(await findRecordingsBelow(path)))
    if (entry.isFile() && entry.name.endsWith('.json') && folder.split(sep).at(-1) === recordedFolder) {
      // Other tools may use folders of that name too.
      if ((await readFile(path, 'utf8')).slice(0, 200).includes('"checkwright.recording/')) files.push(path)
    }
  }
  return files
}

const passedOver = /^(?:node_modules|dist|coverage|\..*)$/

function createRecordingError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'RECORDING_INVALID' })
}
