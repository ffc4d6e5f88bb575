import { buffer } from 'node:stream/consumers'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { fromBufferPromise } from 'yauzl'

/** All parts of an archive. */
export async function unpack(bytes: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  const parts = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return parts
}

const names = {
  s: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
}

/** What libxml2, which shares no code with ours, finds by XPath: the text of each element. */
export function findAll(xml: Uint8Array, path: string): readonly string[] {
  const document = XmlDocument.fromBuffer(xml)
  try {
    return document.find(path, names).map((node) => (node as XmlElement).content)
  } finally {
    document.dispose()
  }
}

/** The text of an inline cell of a sheet; undefined: there is none. */
export function readInlineText(sheet: Uint8Array, ref: string): string | undefined {
  return findAll(sheet, `//s:c[@r="${ref}" and @t="inlineStr"]/s:is/s:t`)[0]
}
