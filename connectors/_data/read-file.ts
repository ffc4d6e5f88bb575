import { readFile } from 'node:fs/promises'
import type { AnyConnector } from 'checkwright'
import { readConnector } from 'checkwright/runtime'

const known = new Map<string, Promise<AnyConnector>>()

/** A connector that is written as data, out of the package's own files. Its file is read once for a process. */
export function readShipped(id: string): Promise<AnyConnector> {
  const read = known.get(id) ?? readFileOf(id)
  known.set(id, read)
  return read
}

async function readFileOf(id: string): Promise<AnyConnector> {
  const name = `${id}.connector.yaml`
  // The same way from connectors/_data/ and from dist/chunks/: the files stay where people read them.
  const folder = new URL(`../../connectors/${id}/`, import.meta.url)
  const proof = await readFile(new URL(`${id}.proof.json`, folder), 'utf8').catch(() => undefined)
  return readConnector(await readFile(new URL(name, folder)), { name, proof })
}
