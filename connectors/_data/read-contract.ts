import { readFile } from 'node:fs/promises'

// The same way from connectors/_data/ and from dist/chunks/.
const folder = new URL('../../connectors/', import.meta.url)

/** The part of its provider's description that a shipped connector relies on, out of the package's own files. */
export async function readContract(id: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`${id}/${id}.contract.json`, folder), 'utf8'))
}

/** The file of a shipped connector that is written as data. */
export async function readDataBytes(id: string): Promise<Uint8Array> {
  return readFile(new URL(`${id}/${id}.connector.yaml`, folder))
}
