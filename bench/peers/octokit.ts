import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { type Item, type OpenPeerWith, plainPeer } from '../peer.ts'

const Client = Octokit.plugin(paginateRest, retry, throttling)

// The plug-in calls back to decide about another attempt; the examples of its documentation use the number of attempts.
const again = (_retryAfter: number, _options: unknown, _octokit: unknown, tries: number) => tries < 5

/** One instance for each connection, with the plug-ins of the vendor's own SDK. */
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
