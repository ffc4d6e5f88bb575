import ky from 'ky'
import { type Item, type OpenPeerWith, plainPeer } from '../peer.ts'
import { byLink } from './by-link.ts'

/** One instance for each connection. */
export const open: OpenPeerWith = async ({ origin, patient }) =>
  plainPeer(
    ({ token }) => {
      const headers = { authorization: `Bearer ${token}` }
      const client = ky.create(patient ? { headers, retry: { limit: 5 }, timeout: 30_000 } : { headers })
      return {
        get: (path) => client.get(origin + path).json(),
        list: (path) =>
          byLink(origin + path, async (url) => {
            const reply = await client.get(url)
            return { items: await reply.json<Item[]>(), link: reply.headers.get('link') ?? undefined }
          }),
      }
    },
    async () => {},
  )
