import type { HostFetch } from '../../../http/transport/transport-options.ts'
import { isBodiless } from './answer.ts'

/** A fetch that asks the server of this origin in place of any other. Its answers name the origin that was asked. */
export function createReplacingFetch(origin: string): HostFetch {
  return async (url, init) => {
    const meant = new URL(url)
    const response = await fetch(`${origin}${meant.pathname}${meant.search}`, { ...init, body: init.body ?? null })
    const back = (text: string) => text.replaceAll(origin, meant.origin)
    const headers = new Headers([...response.headers].map(([name, value]): [string, string] => [name, back(value)]))
    // Read here, where its length may have changed: the headers no longer describe a body that fetch has decoded.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    const bytes = Buffer.from(await response.arrayBuffer())
    const body = bytes.includes(origin) ? back(bytes.toString('utf8')) : bytes
    return new Response(isBodiless(response.status) ? null : body, { status: response.status, headers })
  }
}
