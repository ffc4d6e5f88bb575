import { Agent } from 'node:http'
import got from 'got'
import { type Item, type OpenPeerWith, plainPeer, socketsMax } from '../peer.ts'

/** One instance for each connection, all on one agent, with its own pagination. */
export const open: OpenPeerWith = async ({ origin, patient }) => {
  const http = new Agent({ keepAlive: true, maxSockets: socketsMax })
  return plainPeer(
    ({ token }) => {
      const options = { agent: { http }, headers: { authorization: `Bearer ${token}` } }
      const client = got.extend(patient ? { ...options, retry: { limit: 5 } } : options)
      return {
        get: (path) => client(origin + path).json(),
        list: (path) => client.paginate.each<Item>(origin + path),
      }
    },
    async () => http.destroy(),
  )
}
