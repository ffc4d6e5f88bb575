import type { Bound, JsonValue } from '../../define/index.ts'

/** Why a value is not within its bound, in words; undefined if it is. An unknown value is not within it. */
export function explainLooseness(variable: string, bound: Bound, value: JsonValue | undefined): string | undefined {
  const demand = describeDemand(bound)
  if (value === undefined || value === null) return `${variable} is not known, and must be ${demand}`
  return isWithinBound(bound, value) ? undefined : `${variable} is ${formatBoundValue(value)}, and must be ${demand}`
}

function isWithinBound({ min, max, oneOf, includes, empty }: Bound, value: JsonValue): boolean {
  const chosen = Array.isArray(value) ? value : [value]
  const listed = typeof value === 'string' ? value.split(',').map((each) => each.trim()) : chosen
  return (
    (min === undefined || (typeof value === 'number' && value >= min)) &&
    (max === undefined || (typeof value === 'number' && value <= max)) &&
    (oneOf === undefined || chosen.every((each) => oneOf.some((allowed) => allowed === each))) &&
    (includes === undefined || includes.every((needed) => listed.includes(needed))) &&
    (empty === undefined || (Array.isArray(value) && value.length === 0))
  )
}

function describeDemand({ min, max, oneOf, includes, empty }: Bound): string {
  return [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(oneOf === undefined ? [] : [oneOf.length === 1 ? String(oneOf[0]) : `one of ${oneOf.join(', ')}`]),
    ...(includes === undefined ? [] : [`with ${includes.join(', ')}`]),
    ...(empty === undefined ? [] : ['left empty']),
  ].join(' and ')
}

function formatBoundValue(value: JsonValue): string {
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value)
}
