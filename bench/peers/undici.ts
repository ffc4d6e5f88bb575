import { Pool } from 'undici'
import { type Item, type OpenPeerWith, plainPeer, socketsMax } from '../peer.ts'
import { byLink, pathOf } from './by-link.ts'

/** The baseline: code that uses only undici. */
export const open: OpenPeerWith = async ({ origin }) => {
  const pool = new Pool(origin, { connections: socketsMax, pipelining: 1 })
  return plainPeer(
    ({ token }) => {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
      const request = async (path: string) => {
        const reply = await pool.request({ method: 'GET', path, headers })
        if (reply.statusCode === 200) return reply
        await reply.body.dump()
        throw new Error(`status ${reply.statusCode}`)
      }
      return {
        get: async (path) => (await request(path)).body.json(),
        list: (path) =>
          byLink(path, async (url) => {
            const { headers: answered, body } = await request(pathOf(url))
            return { items: (await body.json()) as Item[], link: answered.link?.toString() }
          }),
      }
    },
    () => pool.close(),
  )
}
