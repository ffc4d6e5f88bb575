import type { ReadFile, ReceivedFormatId } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'

const startBytes = 256 * 1024

/** Members of the root, in the order in which they decide. */
const marks: readonly (readonly [ReceivedFormatId, readonly string[]])[] = [
  ['ocsf', ['class_uid']],
  ['ocsf', ['finding_info']],
  ['oscal', ['assessment-results']],
  ['sarif', ['runs']],
  ['trivy', ['SchemaVersion']],
  ['scubagear', ['MetaData']],
  ['inspec', ['profiles']],
  ['inspec', ['platform']],
  ['powerpipe', ['groups']],
  ['powerpipe', ['controls']],
  ['powerpipe', ['group_id']],
  ['powerpipe', ['panels', 'schema_version']],
  ['powerpipe', ['schema_version', 'layout']],
  ['sarif', ['$schema', 'version']],
]

/**
 * The format of a file, by how it begins.
 * @throws CheckwrightError `IMPORT_REFUSED` for one that is not known
 */
export async function detectFormat(read: ReadFile): Promise<ReceivedFormatId> {
  const text = await readStart(read)
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (start.startsWith('PK\u0003\u0004') || text.startsWith('\u001f'))
    throw createRefusal('The file is an archive. Unpack it, and import what is in it.')
  if (start === '') throw createRefusal('The file is empty.')
  if (start.startsWith('<')) return 'junit'
  if (start.startsWith('[')) return 'ocsf'
  const names = listRootMembers(start)
  const bill = names.has('bomFormat') ? 'CycloneDX' : names.has('spdxVersion') ? 'SPDX' : undefined
  if (bill)
    throw createRefusal(
      `The file is a bill of materials (${bill}). It lists what there is, and has no results. Import what a scanner found in it.`,
    )
  const found = marks.find(([, members]) => members.every((name) => names.has(name)))
  if (found) return found[0]
  throw createRefusal(
    'The format of the file is not known. If it is one of those that can be imported, name it: by --from, or by "format" in the API.',
  )
}

async function readStart(read: ReadFile): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of read()) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= startBytes) break
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks).subarray(0, startBytes))
}

/** Names of the members of the root object that begin in this text. */
function listRootMembers(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  let depth = 0
  for (const [sign, name, next] of text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g)) {
    if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (depth === 1 && next !== undefined && name !== undefined) names.add(name)
  }
  return names
}
