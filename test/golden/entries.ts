import { buffer } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'

/** The files of an archive by path, in their order. */
export async function readEntries(archive: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) => {
    fromBuffer(Buffer.from(archive), { lazyEntries: false, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    )
  })
  const found: import('yauzl').Entry[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry) => found.push(entry))
    zip.on('end', resolve)
    zip.on('error', reject)
  })
  const files = new Map<string, Buffer>()
  for (const entry of found) {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
    })
    files.set(entry.fileName, await buffer(stream))
  }
  return files
}
