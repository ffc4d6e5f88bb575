import { AuthenticationType, HttpMethod, httpClient } from '@activepieces/pieces-common'
import { type Item, type OpenPeerWith, plainPeer } from '../peer.ts'
import { byLink } from './by-link.ts'

/** The client of pieces, without pagination and parallel work. */
export const open: OpenPeerWith = async ({ origin, patient }) =>
  plainPeer(
    ({ token }) => {
      const request = <T>(url: string) => {
        const asked = {
          method: HttpMethod.GET,
          url,
          authentication: { type: AuthenticationType.BEARER_TOKEN, token },
        } as const
        return httpClient.sendRequest<T>(patient ? { ...asked, retries: 5 } : asked)
      }
      return {
        get: async (path) => (await request(origin + path)).body,
        list: (path) =>
          byLink(origin + path, async (url) => {
            const { body, headers } = await request<Item[]>(url)
            return { items: body, link: headers?.link?.toString() }
          }),
      }
    },
    async () => {},
  )
