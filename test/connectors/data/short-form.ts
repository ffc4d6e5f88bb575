import { hash } from 'node:crypto'

export const isSoak = process.env.MODE === 'soak'

/** `npm run soak` tries everything. The short form tries one in eight, or in `every`: the same each time, others of each connector. */
export function isTried(place: string, every = 8): boolean {
  return isSoak || hash('sha256', place, 'buffer').readUInt8() % every === 0
}

/**
 * Rules about code: what sends, waits, keeps and repeats requests, and what makes a verdict of an answer that has nothing or only a part,
 * is the same for all connectors as data. The short form tries each of them on some connectors.
 */
export const rulesOfTheEngine = [
  'hollow-answers',
  'odd-record',
  'inventory-whole',
  'whole-lists',
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
