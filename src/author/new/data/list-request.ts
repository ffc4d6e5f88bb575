import type { ItemMember } from '../item-member.ts'
import { toCamelCaseName } from '../name-spelling.ts'
import { isAfterItem, type ListRequest, type RequestValue } from '../openapi/imported-check.ts'

/** The members `for` and `list` of a check or an inventory. */
export function describeRequests(request: ListRequest, parents: readonly ListRequest[]): object {
  if (parents.length === 0) return { list: describeList(request, []) }
  const names = chooseOuterNames(parents)
  return {
    for: Object.fromEntries(parents.map((parent, level) => [names[level], describeList(parent, names)])),
    list: describeList(request, names),
  }
}

/** The names of the items of the outer lists. */
export function chooseOuterNames(parents: readonly ListRequest[]): readonly string[] {
  const names: string[] = []
  for (const { endpoint } of parents) {
    const name = toCamelCaseName(endpoint.noun)
    const isFree = /^[a-z][A-Za-z0-9_]{0,39}$/.test(name) && ![...taken, ...names].includes(name)
    names.push(isFree && !(name in Object.prototype) ? name : names.includes('outer') ? 'inner' : 'outer')
  }
  return names
}

const taken = new Set(['item', 'body', 'record', 'vars', 'connection', 'counted', 'gaps'])

function describeList({ endpoint, path, query, headers, next, open }: ListRequest, outers: readonly string[]): object {
  const fill = (value: RequestValue) => fillValue(value, outers)
  return {
    path: path.map((part) => (typeof part === 'string' ? part : String(fill(part)))).join(''),
    query: query.size > 0 ? Object.fromEntries([...query].map(([name, value]) => [name, fill(value)])) : undefined,
    headers:
      headers.size > 0
        ? Object.fromEntries([...headers].map(([name, value]) => [name, String(fill(value))]))
        : undefined,
    items: endpoint.at.length > 0 ? endpoint.at.join('.') : undefined,
    next: open === undefined ? describeNext(next) : 'unknown',
  }
}

function describeNext(next: ListRequest['next']): unknown {
  if (!isAfterItem(next)) return next
  const { after, more, id } = next
  return { after, more, id: id.name === 'id' ? undefined : id.name }
}

function fillValue(value: RequestValue, outers: readonly string[]): string | number | boolean {
  switch (value.from) {
    case 'preset':
      return value.value
    case 'field':
      return `{${value.id}}`
    case 'parent':
      return `{${readMemberPath(outers[value.level] ?? '', value.member)}}`
  }
}

/** The way to a member, as an expression. */
export function readMemberPath(root: string, { name, within }: ItemMember): string {
  return [root, ...[...(within ? [within.name] : []), name].map(toStep)].join('')
}

// https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

function toStep(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reserved.has(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
