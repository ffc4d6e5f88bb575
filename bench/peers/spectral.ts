import { createClient } from '@prismatic-io/spectral/dist/clients/http/index.js'
import { type Item, type OpenPeerWith, plainPeer } from '../peer.ts'
import { byLink } from './by-link.ts'

/** The client that its documentation recommends to components, without pagination and parallel work. */
export const open: OpenPeerWith = async ({ origin, patient }) =>
  plainPeer(
    ({ token }) => {
      const options = { baseUrl: origin, headers: { Authorization: `Bearer ${token}` }, responseType: 'json' } as const
      const client = createClient(
        patient ? { ...options, retryConfig: { retries: 5, useExponentialBackoff: true } } : options,
      )
      return {
        get: async (path) => (await client.get(path)).data,
        list: (path) =>
          byLink(path, async (url) => {
            const { data, headers } = await client.get<Item[]>(url)
            return { items: data, link: headers.link?.toString() }
          }),
      }
    },
    async () => {},
  )
