import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { type Item, type OpenPeerWith, plainPeer } from '../peer.ts'

const Client = Octokit.plugin(paginateRest, retry, throttling)

// The plug-in asks whether to try again; the examples of its documentation answer by the number of tries.
const again = (_retryAfter: number, _options: unknown, _octokit: unknown, tries: number) => tries < 5

/** One instance a connection, with the plug-ins that the vendor's own SDK comes with. */
export const open: OpenPeerWith = async ({ origin }) =>
  plainPeer(
    ({ token }) => {
      const client = new Client({
        auth: token,
        baseUrl: origin,
        log: { debug() {}, info() {}, warn() {}, error() {} },
        throttle: { onRateLimit: again, onSecondaryRateLimit: again },
      })
      return {
        get: async (path) => (await client.request(`GET ${path}`)).data,
        async *list(path) {
          for await (const page of client.paginate.iterator<Item>(`GET ${path}`)) yield* page.data
        },
      }
    },
    async () => {},
  )
