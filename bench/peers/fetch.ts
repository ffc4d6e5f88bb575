import { type Item, type OpenPeerWith, plainPeer } from '../peer.ts'
import { byLink } from './by-link.ts'

/** Node's own. */
export const open: OpenPeerWith = async ({ origin }) =>
  plainPeer(
    ({ token }) => {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
      const request = async (url: string) => {
        const reply = await fetch(url, { headers })
        if (reply.ok) return reply
        await reply.body?.cancel()
        throw new Error(`status ${reply.status}`)
      }
      return {
        get: async (path) => (await request(origin + path)).json(),
        list: (path) =>
          byLink(origin + path, async (url) => {
            const reply = await request(url)
            return { items: (await reply.json()) as Item[], link: reply.headers.get('link') ?? undefined }
          }),
      }
    },
    async () => {},
  )
