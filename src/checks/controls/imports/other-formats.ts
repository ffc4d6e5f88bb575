import type { ImportDocument } from './import-document.ts'
import type { ImportedControl, ImportedFramework } from './imported-framework.ts'
import { readList, readObject, readText } from './read-members.ts'

/** A library of CISO Assistant: its requirements that can be assessed. */
export function readCisoAssistant({ data }: ImportDocument): ImportedFramework {
  const objects = readObject(data, 'objects')
  const several = readList(objects, 'frameworks')
  const framework = several.length > 0 ? several[0] : readObject(objects, 'framework')
  const base = several.length > 0 ? ['objects', 'frameworks', 0] : ['objects', 'framework']
  const nodes = readList(framework, 'requirement_nodes')
  const byUrn = new Map(nodes.map((node) => [readText(node, 'urn') ?? '', node]))
  const uses = new Map<string, number>()
  for (const node of nodes)
    if (isAssessable(node)) {
      const ref = readText(node, 'ref_id') ?? ''
      uses.set(ref, (uses.get(ref) ?? 0) + 1)
    }
  const controls = nodes.flatMap((node, index): ImportedControl[] => {
    if (!isAssessable(node)) return []
    const urn = readText(node, 'urn') ?? ''
    const ref = readText(node, 'ref_id')
    // Some libraries number their requirements anew below each heading.
    const isUnique = ref !== undefined && uses.get(ref) === 1
    const parent = byUrn.get(readText(node, 'parent_urn') ?? '')
    return [
      {
        key: urn,
        id: isUnique ? ref : (urn.split(':').at(-1) ?? ''),
        title: readText(node, 'name') ?? readText(node, 'description'),
        group: parent === undefined ? undefined : (readText(parent, 'name') ?? readText(parent, 'ref_id')),
        path: [...base, 'requirement_nodes', index],
      },
    ]
  })
  return {
    title: readText(framework, 'name') ?? readText(data, 'name') ?? 'Library',
    version: readText(data, 'version'),
    controls,
  }
}

function isAssessable(node: unknown): boolean {
  return readObject({ node }, 'node').assessable === true
}

/** A catalog of Gemara: controls below their families, or beside them. */
export function readGemara({ data }: ImportDocument): ImportedFramework {
  const metadata = readObject(data, 'metadata')
  const families = ['control-families', 'families', 'groups'].find((name) => readList(data, name).length > 0)
  const names = new Map<string, string>()
  const controls: ImportedControl[] = []
  const add = (entry: unknown, path: ImportedControl['path'], group: string | undefined) => {
    const id = readText(entry, 'id') ?? ''
    controls.push({ key: id, id, title: readText(entry, 'title') ?? readText(entry, 'objective'), group, path })
  }
  if (families !== undefined)
    for (const [index, family] of readList(data, families).entries()) {
      const title = readText(family, 'title')
      names.set(readText(family, 'id') ?? '', title ?? '')
      for (const [nth, entry] of readList(family, 'controls').entries())
        add(entry, [families, index, 'controls', nth], title)
    }
  for (const [index, entry] of readList(data, 'controls').entries())
    add(entry, ['controls', index], names.get(readText(entry, 'family', 'group') ?? ''))
  return {
    title: readText(data, 'title') ?? readText(metadata, 'title', 'id') ?? 'Catalog',
    version: readText(metadata, 'version'),
    controls,
  }
}

/** A framework of Prowler, for one provider or for all. */
export function readProwler({ data }: ImportDocument): ImportedFramework {
  const name = ['Requirements', 'requirements'].find((each) => readList(data, each).length > 0) ?? 'requirements'
  let leftOut = 0
  const controls = readList(data, name).map((entry, index): ImportedControl => {
    const id = readText(entry, 'Id', 'id') ?? ''
    const attributes = readList(entry, 'Attributes', 'attributes')
    const attribute = attributes.length > 0 ? attributes[0] : readObject(entry, 'Attributes', 'attributes')
    const checks = Object.values(readObject(entry, 'Checks', 'checks')).flat()
    leftOut += readList(entry, 'Checks', 'checks').length + checks.length
    return {
      key: id,
      id,
      title: readText(entry, 'Name', 'name') ?? readText(entry, 'Description', 'description'),
      group: readText(attribute, 'Section', 'section', 'Category', 'Service'),
      path: [name, index],
    }
  })
  return {
    title: readText(data, 'Name', 'name', 'Framework', 'framework') ?? 'Framework',
    version: readText(data, 'Version', 'version'),
    controls,
    leftOut,
  }
}
