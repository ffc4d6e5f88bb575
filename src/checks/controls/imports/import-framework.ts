import { isObject } from '../../../text/is-object.ts'
import type { Control, Framework } from '../frameworks/framework.ts'
import { everyFrameworkId } from '../frameworks/framework-names.ts'
import { frameworkIdPattern } from '../frameworks/framework-schema.ts'
import type { ImportDocument, ImportProblem } from './import-document.ts'
import type { ImportedControl, ImportedFramework, ReadImport } from './imported-framework.ts'
import { importControlsMax, importIdMax, importTitleMax } from './limits.ts'
import { readOscalCatalog, readOscalProfile } from './oscal.ts'
import { readCisoAssistant, readGemara, readProwler } from './other-formats.ts'
import { readList, readObject } from './read-members.ts'

export type ImportFormat =
  | 'OSCAL catalog'
  | 'OSCAL profile'
  | 'CISO Assistant library'
  | 'Gemara catalog'
  | 'Prowler framework'
  | 'framework file'

type ForeignFormat = Exclude<ImportFormat, 'framework file'>

export interface FrameworkImport {
  readonly format: ImportFormat
  readonly framework: Framework
  /** Checks of the other tool that the file names, and that mean nothing here. */
  readonly leftOut: number
}

/**
 * A framework of another tool's file. It is read whole or not at all.
 * @param id of the framework. @default made of its title and version, so that versions stand side by side
 * @throws DataFileError `CONTROLS_INVALID` with each mistake by line and column
 */
export async function importFramework(
  document: ImportDocument,
  read: ReadImport,
  id?: string,
): Promise<FrameworkImport> {
  // Read as another tool's, it would lose its mappings.
  if (isOwnFormat(document.data))
    throw document.fail([
      { path: [], message: 'is a framework file of Checkwright already; name it where a command takes a framework' },
    ])
  const format = recognizeFormat(document.data)
  if (format === undefined)
    throw document.fail([
      {
        path: [],
        message:
          'is none of these: an OSCAL catalog or profile, a library of CISO Assistant, a catalog of Gemara, a framework of Prowler',
      },
    ])
  const imported = await readers[format](document, read)
  const problems = findControlProblems(imported.controls)
  if (problems.length > 0) throw document.fail(problems)
  const { title, version, source } = imported
  // The first of a key.
  const byKey = new Map(imported.controls.toReversed().map((control) => [control.key, control]))
  const controls = imported.controls.map((control) => toControl(control, byKey))
  const name = id ?? toFrameworkId(title, version)
  const problem = explainUnfitId(name)
  if (problem !== undefined) throw document.fail([{ path: [], message: problem }])
  return { format, leftOut: imported.leftOut ?? 0, framework: { id: name, title, version, source, controls } }
}

const readers: Readonly<
  Record<ForeignFormat, (document: ImportDocument, read: ReadImport) => ImportedFramework | Promise<ImportedFramework>>
> = {
  'OSCAL catalog': readOscalCatalog,
  'OSCAL profile': readOscalProfile,
  'CISO Assistant library': readCisoAssistant,
  'Gemara catalog': readGemara,
  'Prowler framework': readProwler,
}

function recognizeFormat(data: unknown): ForeignFormat | undefined {
  if (!isObject(data)) return undefined
  if ('catalog' in data) return 'OSCAL catalog'
  if ('profile' in data) return 'OSCAL profile'
  if (Object.keys(readObject(data, 'objects')).some((name) => name.startsWith('framework')))
    return 'CISO Assistant library'
  if (readList(data, 'Requirements', 'requirements').length > 0) return 'Prowler framework'
  if (['control-families', 'families', 'controls'].some((name) => readList(data, name).length > 0))
    return 'Gemara catalog'
  return undefined
}

/** A catalog of Gemara has metadata; ours has its id and title at the top. */
export function isOwnFormat(data: unknown): boolean {
  if (!isObject(data) || 'metadata' in data) return false
  return typeof data.id === 'string' && typeof data.title === 'string' && ('controls' in data || 'mappings' in data)
}

function findControlProblems(controls: readonly ImportedControl[]): readonly ImportProblem[] {
  if (controls.length === 0) return [{ path: [], message: 'has no controls' }]
  if (controls.length > importControlsMax)
    return [{ path: [], message: `has ${controls.length} controls; at most ${importControlsMax} can be imported` }]
  const known = new Set<string>()
  return controls.flatMap(({ id, path }): ImportProblem[] => {
    const name = toControlName(id)
    if (name === '') return [{ path, message: 'has no id' }]
    if (name.length > importIdMax) return [{ path, message: `has an id of more than ${importIdMax} characters` }]
    if (known.has(name)) return [{ path, message: `"${id}" is listed twice; remove one` }]
    known.add(name)
    return []
  })
}

function toControl(
  { id, title, group, parent }: ImportedControl,
  byKey: ReadonlyMap<string, ImportedControl>,
): Control {
  const above = parent === undefined ? undefined : byKey.get(parent)
  return {
    id: toControlName(id),
    title: cut(title ?? id),
    group: group === undefined ? undefined : cut(group),
    parent: above && toControlName(above.id),
  }
}

/** Ids have no spaces, so that "framework:control" is one word. */
function toControlName(id: string): string {
  return id.trim().replace(/\s+/g, '-')
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= importTitleMax ? line : `${line.slice(0, importTitleMax - 1).trimEnd()}…`
}

function explainUnfitId(id: string): string | undefined {
  if (everyFrameworkId.includes(id)) return `would be "${id}", which comes with Checkwright; choose another id`
  return frameworkIdPattern.test(id)
    ? undefined
    : `cannot have the id "${id}"; use small letters, digits, and "-" or "." between them`
}

function toFrameworkId(title: string, version = ''): string {
  const words =
    `${title} ${title.includes(version) ? '' : version}`.toLowerCase().match(/[a-z0-9]+(?:\.[0-9]+)*/g) ?? []
  return (
    words
      .join('-')
      .slice(0, 60)
      .replace(/[-.]+$/, '') || 'framework'
  )
}
