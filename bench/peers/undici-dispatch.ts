import { type Dispatcher, Pool } from 'undici'
import { type Item, type OpenPeerWith, plainPeer, socketsMax } from '../peer.ts'
import { byLink, pathOf } from './by-link.ts'

interface Collected {
  readonly link: string | undefined
  readonly value: unknown
}

/** The minimum: undici's lowest layer with a handler that collects the body, without any feature. */
export const open: OpenPeerWith = async ({ origin }) => {
  const pool = new Pool(origin, { connections: socketsMax, pipelining: 1 })
  return plainPeer(
    ({ token }) => {
      const headers = ['accept', 'application/json', 'authorization', `Bearer ${token}`]
      return {
        get: async (path) => (await collect(pool, { method: 'GET', path, headers })).value,
        list: (path) =>
          byLink(path, async (url) => {
            const { link, value } = await collect(pool, { method: 'GET', path: pathOf(url), headers })
            return { items: value as Item[], link }
          }),
      }
    },
    () => pool.close(),
  )
}

function collect(pool: Pool, options: Dispatcher.DispatchOptions): Promise<Collected> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let status = 0
    let link: string | undefined
    pool.dispatch(options, {
      onRequestStart() {},
      onResponseStart(_controller, statusCode, headers) {
        status = statusCode
        link = headers.link?.toString()
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk)
      },
      onResponseEnd() {
        if (status !== 200) return reject(new Error(`status ${status}`))
        const [only] = chunks
        const body = chunks.length === 1 && only ? only : Buffer.concat(chunks)
        resolve({ link, value: JSON.parse(body.toString('utf8')) })
      },
      onResponseError(_controller, error) {
        reject(error)
      },
    })
  })
}
