/**
 * Rules about code: what sends, waits, keeps and repeats requests, and what is made of a record that is odd, is the same for all
 * connectors as data. The short form tries each of them on some connectors.
 */
export const rulesOfTheEngine = [
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
