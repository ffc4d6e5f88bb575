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
