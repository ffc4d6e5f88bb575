import { Agent } from 'node:http'
import axios from 'axios'
import { type Item, type OpenPeerWith, plainPeer, socketsMax } from '../peer.ts'
import { byLink } from './by-link.ts'

/** One instance for each connection, all on one agent. */
export const open: OpenPeerWith = async ({ origin }) => {
  const httpAgent = new Agent({ keepAlive: true, maxSockets: socketsMax })
  return plainPeer(
    ({ token }) => {
      const client = axios.create({ baseURL: origin, httpAgent, headers: { authorization: `Bearer ${token}` } })
      return {
        get: async (path) => (await client.get(path)).data,
        list: (path) =>
          byLink(path, async (url) => {
            const { data, headers } = await client.get<Item[]>(url)
            return { items: data, link: headers.link?.toString() }
          }),
      }
    },
    async () => httpAgent.destroy(),
  )
}
