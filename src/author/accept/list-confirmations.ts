import { getConnectorFile } from '../../data/build-connector.ts'
import { isQuestion } from '../../data/format/checks.ts'
import type { ConnectorFile } from '../../data/format/connector-file.ts'
import { type AnyConnector, toControlId } from '../../define/index.ts'
import { toCanonicalJson } from '../../inventory/canonical-json.ts'
import { isObject } from '../../text/is-object.ts'
import type { CheckClaim } from '../prove/witnesses/reading-schema.ts'

/**
 * What a person has to agree to of each check, because no answer of the vendor shows that it is wrong: which requests it rests on, with
 * their filters, the limits that it has where nobody sets others, and what a pass counts for.
 */
export function listConfirmations(connector: AnyConnector): readonly CheckClaim[] {
  const file = getConnectorFile(connector)
  return connector.checks.map(({ id, title, states = [], controls = [], variables = [] }, index) => {
    const limits = variables.flatMap((variable): [string, Limit][] =>
      variable.default === undefined ? [] : [[variable.id, copyLimit(variable.default)]],
    )
    return {
      check: id,
      title,
      asks: omitEmpty(file ? [...new Set(listRequests(file, index))] : []),
      variables: limits.length > 0 ? Object.fromEntries(limits) : undefined,
      states: omitEmpty(states.flatMap((binding) => (typeof binding === 'string' ? [binding] : Object.keys(binding)))),
      controls: omitEmpty(controls.map(toControlId)),
    }
  })
}

type Limit = NonNullable<CheckClaim['variables']>[string]

function copyLimit(value: string | number | boolean | readonly string[]): Limit {
  return typeof value === 'object' ? [...value] : value
}

function omitEmpty(texts: readonly string[]): string[] | undefined {
  return texts.length > 0 ? [...texts] : undefined
}

/** The requests of a check, and of the inventory that a question asks, in the words of the file. */
function listRequests({ checks = [], inventories = [] }: ConnectorFile, index: number): readonly string[] {
  const entry = checks[index]
  if (!entry) return []
  const own = isQuestion(entry) ? inventories.filter(({ of, part }) => of === entry.of && part === entry.part) : [entry]
  return own.flatMap((each) => {
    const { list, get, detail, for: outer = {}, let: shared = {}, facts = {} } = each as Requesting
    return [...Object.values(outer), ...Object.values(shared), list, get, detail, ...Object.values(facts)].flatMap(
      (request) => formatRequest(request),
    )
  })
}

interface Requesting {
  readonly list?: object
  readonly get?: object
  readonly detail?: object
  readonly for?: Readonly<Record<string, object>>
  readonly let?: Readonly<Record<string, object>>
  readonly facts?: Readonly<Record<string, object>>
}

/** With its filters, and with what the file says of an end of the list, or of an answer that is not there. */
function formatRequest(request: object | undefined): readonly string[] {
  if (!request) return []
  const { path, query, body, graphql, variables, items, next, notMore, absent } = request as Readonly<
    Record<string, unknown>
  >
  const members = isObject(query) ? Object.entries(query).map(([name, value]) => `${name}=${value}`) : []
  const method = body === undefined && graphql === undefined ? 'GET' : 'POST'
  const asked = `${method} ${path ?? 'GraphQL'}${members.length > 0 ? `?${members.join('&')}` : ''}`
  const details = {
    graphql,
    body,
    variables,
    items,
    next: isObject(next) && 'none' in next ? next : undefined,
    notMore,
    absent,
  }
  const more = Object.entries(details).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${toText(value)}`],
  )
  return [[asked, ...more].join(', ')]
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : toCanonicalJson(value)
}
