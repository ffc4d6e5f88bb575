import { hash } from 'node:crypto'

export const isSoak = process.env.MODE === 'soak'

/** `npm run soak` tries everything. The short form tries a quarter, the same each time, another of each connector. */
export function isTried(place: string): boolean {
  return isSoak || hash('sha256', place, 'buffer').readUInt8() % 4 === 0
}

/**
 * Rules about code: what sends, waits, keeps and repeats requests is the same for all connectors as data. The short form tries each
 * of them on some connectors.
 */
export const rulesOfTheEngine = [
  'serialisable',
  'credentials-required',
  'confinement',
  'redirects',
  'secrecy',
  'unauthorized',
  'rate-limit',
  'graphql-throttle',
  'graphql-forbidden',
  'logout',
  'digest',
  'upstream-error',
  'bad-body',
  'page-loop',
  'abort',
  'replay',
  'reads-only',
  'inventory-again',
] as const
