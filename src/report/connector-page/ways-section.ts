import { renderTable } from './page-markdown.ts'

/** What can be right in a case: a result, or that the check cannot tell. */
export const wayVerdicts = ['pass', 'fail', 'manual', 'not_applicable', 'unknown'] as const
export type WayVerdict = (typeof wayVerdicts)[number]

/** The cases that a check was tried on, in a few words each, by the verdict that is right in them. */
export type CheckWays = { readonly [verdict in WayVerdict]: readonly string[] }

/** More of them fill a page, and say little more. */
export const waysMax = 12

/** What stands before the cases of a verdict. */
export const wayHeads: Readonly<Record<WayVerdict, string>> = {
  pass: 'Passes when',
  fail: 'Fails when',
  manual: 'Needs review when',
  not_applicable: 'Does not apply when',
  unknown: 'Cannot tell when',
}

/** When a check passes, when it fails and when it cannot tell: the cases of its witnesses. Undefined without any. */
export function renderWays(ways: CheckWays): string | undefined {
  return renderTable(
    ['', 'Tried on'],
    wayVerdicts.map((verdict) => [wayHeads[verdict], enumerateWays(ways[verdict])]),
  )
}

function enumerateWays(ways: readonly string[]): string | undefined {
  if (ways.length === 0) return undefined
  const more = ways.length - waysMax
  return `${ways.slice(0, waysMax).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
