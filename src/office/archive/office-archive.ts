import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile as Unzip } from 'yauzl'
import { ZipFile } from 'yazl'
import { createRefusal } from '../../received/refuse-file.ts'
import { readXmlTags, type XmlEvent } from '../../received/xml/xml-tags.ts'
import { decodeUtf8 } from '../../text/decode-utf8.ts'
import { partBytesMax, partsMax, unpackedBytesMax } from '../limits.ts'

/** The parts of an office file (ECMA-376, part 2). */
export interface OfficeArchive {
  readonly names: readonly string[]
  /** @throws CheckwrightError `IMPORT_REFUSED` for a part that is not there, too large or not UTF-8 */
  read(name: string): Promise<string>
  /** The archive with other texts in some parts; all other parts have the bytes that they had. */
  write(parts: ReadonlyMap<string, string>): Promise<Uint8Array>
}

/**
 * Opens an archive without unpacking it.
 * @throws CheckwrightError `IMPORT_REFUSED` for what is none, for macros, and for what names other files
 */
export async function openOfficeArchive(bytes: Uint8Array): Promise<OfficeArchive> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // MS-CFB §2.2: files of before 2007, and those with a password.
  if (content.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex')))
    throw createRefusal('The file has a password, or the format of before 2007. Save it as .xlsx or .docx without one.')
  const { zip, entries } = await listEntries(content)
  const readEntry = async (entry: Entry) => {
    try {
      return await buffer(await zip.openReadStreamPromise(entry))
    } catch {
      throw createRefusal(`${entry.fileName} cannot be read from the file. Save it again, and send the new one.`)
    }
  }
  const archive: OfficeArchive = {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name)
      if (entry === undefined) throw createRefusal(`The file has no ${name}. Save it again, and send the new one.`)
      if (entry.uncompressedSize > partBytesMax)
        throw createRefusal(`${name} has more than ${partBytesMax / 1024 ** 2} MB. Send its questions alone.`)
      const text = decodeUtf8(await readEntry(entry))
      if (text === undefined) throw createRefusal(`${name} is not UTF-8. Save the file again, and send the new one.`)
      return text
    },
    write: async (parts) => {
      const written = new ZipFile()
      for (const [name, entry] of entries) {
        const text = parts.get(name)
        const part = text === undefined ? await readEntry(entry) : Buffer.from(text)
        const compress = entry.compressionMethod !== 0
        written.addBuffer(part, name, { mtime: entry.getLastModDate(), forceDosTimestamp: true, compress })
      }
      written.end()
      return buffer(written.outputStream as Readable)
    },
  }
  await demandHarmless(archive)
  return archive
}

/** The tags of a part. */
export async function readPart(archive: OfficeArchive, name: string): Promise<{ text: string; events: XmlEvent[] }> {
  const text = await archive.read(name)
  const events: XmlEvent[] = []
  try {
    for await (const some of readXmlTags(Readable.from([Buffer.from(text)])))
      for (const event of some) events.push(event)
  } catch (error) {
    throw createRefusal(`${name}: ${error instanceof Error ? error.message : 'it cannot be read'}`)
  }
  return { text, events }
}

/** The name of a tag or an attribute without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** A relationship of a part to another one. */
interface Relationship {
  readonly id: string
  /** The end of its type: `worksheet`. */
  readonly type: string
  readonly target: string
  readonly isExternal: boolean
}

/** What a part names. @param name '' for the file itself */
export async function readRelationships(archive: OfficeArchive, name: string): Promise<readonly Relationship[]> {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${name.slice(folder.length)}.rels`
  if (!archive.names.includes(path)) return []
  const { events } = await readPart(archive, path)
  return events.flatMap((event) => {
    if (event.kind !== 'open' || localName(event.name) !== 'Relationship') return []
    const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = event.attributes
    const isExternal = mode === 'External'
    const path = isExternal ? target : (URL.parse(target, `part:///${folder}`)?.pathname.slice(1) ?? '')
    return [{ id, type: type.slice(type.lastIndexOf('/') + 1), target: path, isExternal }]
  })
}

/** The part that the file begins with. */
export async function findMainPart(archive: OfficeArchive): Promise<string> {
  const main = (await readRelationships(archive, '')).find(({ type }) => type === 'officeDocument')
  if (main) return main.target
  throw createRefusal('The file does not say where its content is. Save it as .xlsx or .docx, and send the new one.')
}

async function listEntries(content: Buffer): Promise<{ zip: Unzip; entries: ReadonlyMap<string, Entry> }> {
  const entries = new Map<string, Entry>()
  let unpacked = 0
  try {
    const zip = await fromBufferPromise(content, { lazyEntries: true, strictFileNames: true })
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, uncompressedSize } = entry
      unpacked += uncompressedSize
      if (entries.size >= partsMax) throw createRefusal(`The file has more than ${partsMax} parts.`)
      if (unpacked > unpackedBytesMax)
        throw createRefusal(
          `The file has more than ${unpackedBytesMax / 1024 ** 2} MB when it is unpacked. Remove its pictures, and send it again.`,
        )
      if (entry.isEncrypted()) throw createRefusal(`${name} has a password. Save the file without one.`)
      if (entries.has(name)) throw createRefusal(`${name} is in the file twice. Save it again, and send the new one.`)
      if (!name.endsWith('/')) entries.set(name, entry)
    }
    return { zip, entries }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'IMPORT_REFUSED') throw error
    throw createRefusal('The file is no .xlsx and no .docx, or it is cut off. Save it again, and send the new one.')
  }
}

/** What runs when somebody opens the file, or fetches something else. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)(?:vbaProject|vbaData)[^/]*$/i, 'has macros. Save the file as .xlsx or .docx without macros'],
  [/(?:^|\/)(?:macrosheets|dialogsheets)\//i, 'is a macro sheet. Save the file without it'],
  [
    /(?:^|\/)externalLinks\//i,
    'is a link to another workbook. Break the link (Data, Edit Links), and save the file again',
  ],
  [
    /(?:^|\/)connections\.xml$/i,
    'is a connection to other data. Remove it (Data, Queries & Connections), and save the file again',
  ],
  [/(?:^|\/)activeX\//i, 'is an ActiveX control. Remove it, and save the file again'],
]

async function demandHarmless(archive: OfficeArchive): Promise<void> {
  for (const name of archive.names)
    for (const [pattern, what] of refused) if (pattern.test(name)) throw createRefusal(`${name} ${what}.`)
  for (const name of archive.names.filter((each) => each.endsWith('.rels'))) {
    const source = name.replace(/_rels\/([^/]*)\.rels$/, '$1')
    for (const { type, target, isExternal } of await readRelationships(archive, source))
      if (isExternal && type !== 'hyperlink')
        throw createRefusal(
          `${source || 'The file'} names another file (${type}: ${target.slice(0, 100)}). Break the link, and save it again.`,
        )
  }
}
