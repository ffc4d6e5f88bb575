import { findMainPart, localName, type OfficeArchive, readPart, readRelationships } from '../archive/office-archive.ts'

/** A sheet with cells that somebody sees. */
export interface Sheet {
  readonly name: string
  /** The part that has it. */
  readonly part: string
}

/** The sheets of a workbook in their order; hidden ones are left out. */
export async function listSheets(archive: OfficeArchive): Promise<readonly Sheet[]> {
  const main = await findMainPart(archive)
  const targets = new Map(
    (await readRelationships(archive, main)).map(({ id, type, target }) => [id, { type, target }] as const),
  )
  const { events } = await readPart(archive, main)
  return events.flatMap((event) => {
    if (
      event.kind !== 'open' ||
      localName(event.name) !== 'sheet' ||
      (event.attributes.state ?? 'visible') !== 'visible'
    )
      return []
    const [, id = ''] =
      Object.entries(event.attributes).find(([name]) => name.includes(':') && localName(name) === 'id') ?? []
    const found = targets.get(id)
    return found?.type === 'worksheet' ? [{ name: event.attributes.name ?? '', part: found.target }] : []
  })
}

/** The texts that cells share (ECMA-376 §18.4). Readings of East Asian characters are no part of them. */
export async function readSharedTexts(archive: OfficeArchive): Promise<readonly string[]> {
  const main = await findMainPart(archive)
  const shared = (await readRelationships(archive, main)).find(({ type }) => type === 'sharedStrings')
  if (shared === undefined) return []
  const { events } = await readPart(archive, shared.target)
  const texts: string[] = []
  let text = ''
  let phonetic = 0
  let isText = false
  for (const event of events) {
    if (event.kind === 'text') {
      if (isText && phonetic === 0) text += event.text
      continue
    }
    const name = localName(event.name)
    const isOpen = event.kind === 'open'
    if (name === 't') isText = isOpen
    if (name === 'rPh') phonetic += isOpen ? 1 : -1
    if (name !== 'si') continue
    if (!isOpen) texts.push(decodeEscapes(text))
    text = ''
  }
  return texts
}

/** Characters that XML has not, as `_x000D_` (ECMA-376 §22.9.2.19). */
export function decodeEscapes(text: string): string {
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
