import { findCheckProblems, getSchemas, parseData, type Variable } from '../../define/index.ts'
import { DefinitionError, type Problem } from '../../errors/index.ts'
import { isObject } from '../../text/is-object.ts'
import type { CrossCheck, CrossCheckDefinition, CrossCheckNeeds } from './cross-check.ts'
import { maxAgeHoursDefault, maxAgeHoursMax } from './inputs.ts'

/** Every cross-check has it. */
const maxAge: Variable = Object.freeze({
  id: 'max_age_hours',
  label: 'Longest age of a reading, hours',
  helpText: 'A list that was read longer ago says nothing. A file of people may be up to 35 days old.',
  type: 'number',
  default: maxAgeHoursDefault,
  min: 1,
  max: maxAgeHoursMax,
} as const)

/**
 * Defines a question that no single system can answer. It judges the newest inventories of all connections of an organization by
 * who belongs to it. It is a pure function of its context: no network, no clock, no state.
 *
 * Every cross-check has the variable `max_age_hours` (48; at most 168).
 * @throws DefinitionError that lists every mistake
 * @example
 * export const interns = defineCrossCheck({
 *   id: 'interns-are-no-administrators',
 *   title: 'Interns administer nothing',
 *   needs: { people: 'directory', accounts: 'every' },
 *   async run(ctx) {
 *     for await (const { connection, account, owner } of ctx.accounts()) …
 *   },
 * })
 */
export function defineCrossCheck<const Own extends readonly Variable[] = readonly []>(
  definition: CrossCheckDefinition<Own>,
): CrossCheck {
  const { run, needs, ...rest } = definition
  const variables = [...(definition.variables ?? []), maxAge]
  // A list that is read again says the same at another time.
  const volatile = [...new Set([...(definition.volatile ?? []), 'readAt'])]
  const { data, problems } = parseData(getSchemas().checkSchema, { ...rest, variables, volatile }, (check) =>
    findCheckProblems(check, []),
  )
  const all = [...problems, ...findNeedsProblems(needs), ...findStrayMembers(rest)]
  if (typeof run !== 'function')
    all.push({ path: 'run', message: 'is required (a function that reads its context and reports results)' })
  if (data === undefined || all.length > 0)
    throw new DefinitionError(`Cross-check${typeof rest.id === 'string' ? ` "${rest.id}"` : ''}`, all)
  return Object.freeze({ ...data, variables, needs: Object.freeze({ ...needs }), run: run as CrossCheck['run'] })
}

const words: Readonly<Record<keyof CrossCheckNeeds, string>> = {
  people: 'directory',
  accounts: 'every',
  devices: 'every',
  training: 'every',
  policies: 'published',
}

function findNeedsProblems(needs: unknown): Problem[] {
  if (!isObject(needs) || Object.keys(needs).length === 0)
    return [{ path: 'needs', message: `is required: what the cross-check reads (${Object.keys(words).join(', ')})` }]
  return Object.entries(needs).flatMap(([name, value]): Problem[] => {
    const word = Object.hasOwn(words, name) ? words[name as keyof CrossCheckNeeds] : undefined
    if (word === undefined)
      return [{ path: `needs.${name}`, message: `is nothing that can be read; use ${Object.keys(words).join(', ')}` }]
    return value === undefined || value === word ? [] : [{ path: `needs.${name}`, message: `must be "${word}"` }]
  })
}

/** Members of checks that ask a vendor. */
function findStrayMembers(input: object): Problem[] {
  return ['scopes', 'writes', 'fix'].flatMap((name) =>
    name in input ? [{ path: name, message: 'is of checks that ask a vendor; remove it' }] : [],
  )
}
