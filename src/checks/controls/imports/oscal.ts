import type { ImportDocument, ImportPath, ImportProblem } from './import-document.ts'
import type { ImportedControl, ImportedFramework, ReadImport } from './imported-framework.ts'
import { importDepthMax } from './limits.ts'
import { readList, readObject, readText } from './read-members.ts'

/** An OSCAL catalog: its controls with their enhancements, without those that are withdrawn. */
export function readOscalCatalog({ data }: ImportDocument): ImportedFramework {
  const catalog = readObject(data, 'catalog')
  const controls: ImportedControl[] = []
  addControls(catalog, ['catalog'], undefined, controls)
  return { ...readHead(catalog), controls }
}

/**
 * An OSCAL profile, resolved: the controls that it chooses of the catalogs and profiles that it imports.
 * @param read a file that stands beside the profile
 * @throws DataFileError for an import that leads back to a profile, or to no file
 */
export async function readOscalProfile(
  document: ImportDocument,
  read: ReadImport,
  over: readonly string[] = [],
): Promise<ImportedFramework> {
  const profile = readObject(document.data, 'profile')
  const chosen = new Map<string, ImportedControl>()
  const sources = [...over, document.name]
  for (const [index, entry] of readList(profile, 'imports').entries()) {
    const at = ['profile', 'imports', index, 'href']
    const href = resolveHref(profile, readText(entry, 'href'))
    if (href === undefined)
      throw document.fail([{ path: at, message: 'names no file; write the path of a catalog or a profile' }])
    if (sources.length > importDepthMax)
      throw document.fail([{ path: at, message: `profiles import profiles more than ${importDepthMax} deep` }])
    const imported = await read(href)
    if (!imported)
      throw document.fail([
        { path: at, message: `"${href}" is not beside this file; put it there, or resolve the profile first` },
      ])
    if (sources.includes(imported.name))
      throw document.fail([{ path: at, message: `leads back to "${imported.name}"; a profile cannot import itself` }])
    const { controls } =
      'catalog' in readObject({ data: imported.data }, 'data')
        ? readOscalCatalog(imported)
        : await readOscalProfile(imported, read, sources)
    const choice = chooseControls(entry, controls)
    if (choice.unknown.length > 0)
      throw document.fail(
        choice.unknown.map(
          (id): ImportProblem => ({
            path: at.slice(0, -1),
            message: `chooses "${id}", which "${imported.name}" does not have`,
          }),
        ),
      )
    for (const control of choice.controls) chosen.set(control.key, control)
  }
  return { ...readHead(profile), controls: [...chosen.values()] }
}

function readHead(of: Readonly<Record<string, unknown>>): Omit<ImportedFramework, 'controls'> {
  const metadata = readObject(of, 'metadata')
  return { title: readText(metadata, 'title') ?? 'OSCAL catalog', version: readText(metadata, 'version') }
}

function addControls(
  from: unknown,
  path: ImportPath,
  group: string | undefined,
  into: ImportedControl[],
  parent?: string,
): void {
  for (const [index, entry] of readList(from, 'controls').entries()) {
    const at = [...path, 'controls', index]
    const key = readText(entry, 'id') ?? ''
    const isWithdrawn = readList(entry, 'props').some(
      (prop) => readText(prop, 'name') === 'status' && readText(prop, 'value')?.toLowerCase() === 'withdrawn',
    )
    const labels = readList(entry, 'props').filter((prop) => readText(prop, 'name') === 'label')
    const label = readText(labels.find((prop) => readText(prop, 'class') === undefined) ?? labels[0], 'value')
    if (!isWithdrawn) into.push({ key, id: label ?? key, title: readText(entry, 'title'), group, parent, path: at })
    addControls(entry, at, group, into, key)
  }
  for (const [index, entry] of readList(from, 'groups').entries())
    addControls(entry, [...path, 'groups', index], readText(entry, 'title') ?? group, into)
}

/** A file, or a resource of the profile's own back matter that names one. */
function resolveHref(profile: Readonly<Record<string, unknown>>, href: string | undefined): string | undefined {
  if (href === undefined || !href.startsWith('#')) return href
  const resource = readList(readObject(profile, 'back-matter'), 'resources').find(
    (each) => readText(each, 'uuid') === href.slice(1),
  )
  const links = readList(resource, 'rlinks')
  const json = links.find((link) => readText(link, 'media-type')?.includes('json')) ?? links[0]
  return readText(json, 'href')
}

function chooseControls(
  entry: unknown,
  controls: readonly ImportedControl[],
): { readonly controls: readonly ImportedControl[]; readonly unknown: readonly string[] } {
  const known = new Set(controls.map(({ key }) => key))
  const include = readList(entry, 'include-controls')
  const included = listNamed(include, controls)
  const excluded = new Set(listNamed(readList(entry, 'exclude-controls'), controls))
  const all = include.length === 0 ? [...known] : included
  const wanted = new Set(all.filter((key) => !excluded.has(key)))
  return {
    controls: controls.filter(({ key }) => wanted.has(key)),
    unknown: included.filter((key) => !known.has(key)),
  }
}

function listNamed(selectors: readonly unknown[], controls: readonly ImportedControl[]): readonly string[] {
  return selectors.flatMap((selector) => {
    const ids = readList(selector, 'with-ids').filter((id) => typeof id === 'string')
    const patterns = readList(selector, 'matching').flatMap((each) => readText(each, 'pattern') ?? [])
    const matching = controls.filter(({ key }) => patterns.some((pattern) => matchesPattern(key, pattern)))
    const named = [...ids, ...matching.map(({ key }) => key)]
    if (readText(selector, 'with-child-controls') !== 'yes') return named
    const family = new Set(named)
    // A control stands behind its parent.
    for (const { key, parent } of controls) if (parent !== undefined && family.has(parent)) family.add(key)
    return [...family]
  })
}

/** `*` and `?` as in names of files. */
function matchesPattern(text: string, pattern: string): boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${escaped}$`).test(text)
}
