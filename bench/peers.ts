import type { Limits, OpenPeerWith } from './peer.ts'

export interface PeerEntry {
  readonly label: string
  readonly load: () => Promise<{ readonly open: OpenPeerWith }>
  /** Simultaneous requests in W3, if the library has no parallel work: 64 for HTTP clients, 1 for SDKs. @default 64 */
  readonly inFlight?: number
  /** Part of the full amount, for peers that would take minutes. @default 1 */
  readonly shares?: Readonly<Record<string, number>>
  /** Workloads that the peer is measured in. @default all */
  readonly only?: readonly string[]
}

/** The baseline of every ratio, in the same round. */
export const baseline = 'undici'

// An SDK with one request after the other takes 14 s for W3.
const oneByOne = { inFlight: 1, shares: { w3: 0.2 } }

export const peers: Readonly<Record<string, PeerEntry>> = {
  undici: { label: 'undici Pool.request', load: () => import('./peers/undici.ts') },
  'undici-dispatch': { label: 'undici dispatch', load: () => import('./peers/undici-dispatch.ts') },
  checkwright: { label: 'Checkwright', load: () => import('./peers/checkwright.ts') },
  'checkwright-kept': {
    label: 'Checkwright, exchanges kept',
    load: () => import('./peers/checkwright-kept.ts'),
    only: ['w1', 'w2', 'w2l', 'w3', 'w5', 'w7'],
  },
  'checkwright-declared': {
    label: 'Checkwright, limit declared',
    load: () => import('./peers/checkwright.ts'),
    only: ['w8'],
  },
  'checkwright-rate': {
    label: 'Checkwright, only the rate declared',
    load: () => import('./peers/checkwright.ts'),
    only: ['w8'],
  },
  'checkwright-shared': {
    label: 'Checkwright, one dispatcher',
    load: () => import('./peers/checkwright-shared.ts'),
    only: ['w5'],
  },
  'checkwright-runtime': {
    label: 'Checkwright runtime, stored',
    load: () => import('./peers/checkwright-runtime.ts'),
    only: ['w5'],
  },
  fetch: { label: 'global fetch', load: () => import('./peers/fetch.ts') },
  axios: { label: 'axios', load: () => import('./peers/axios.ts') },
  ky: { label: 'ky', load: () => import('./peers/ky.ts') },
  got: { label: 'got', load: () => import('./peers/got.ts') },
  spectral: { label: 'spectral createClient', load: () => import('./peers/spectral.ts'), ...oneByOne },
  activepieces: { label: 'activepieces httpClient', load: () => import('./peers/activepieces.ts'), ...oneByOne },
  octokit: {
    label: 'Octokit + 3 plug-ins',
    load: () => import('./peers/octokit.ts'),
    shares: { w1: 0.1, w3: 0.2, w5: 0.2, w7: 0.15 },
  },
}

const vendorRate = { requestsPerSecond: 1_000 }

/** The limit of W8, as connectors declare it. */
export const declaredLimits: Readonly<Record<string, Limits>> = {
  'checkwright-declared': { ...vendorRate, burst: 100 },
  'checkwright-rate': vendorRate,
}
