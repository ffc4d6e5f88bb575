import { renderItemId, renderMemberAccess } from '../item-text.ts'
import { renderKey, renderSource, renderString } from '../source-text.ts'
import type { ListRequest, RequestValue } from './imported-check.ts'

/**
 * The path of a list, as an expression: a string, or a template with values.
 * @param outers names of the items of the outer lists, the outermost first
 */
export function renderPath({ server = '', path }: ListRequest, outers: readonly string[]): string {
  if (!server.includes('{') && path.every((part) => typeof part === 'string'))
    return renderString(server + path.join(''))
  const host = server.split(/(\{[^{}]*\})/).map((part) => {
    const [, id] = /^\{(.*)\}$/.exec(part) ?? []
    return id === undefined ? escapeTemplate(part) : `\${ctx.credentials.${id}}`
  })
  const parts = path.map((part) => {
    return typeof part === 'string' ? escapeTemplate(part) : `\${encodeURIComponent(${renderValue(part, outers)})}`
  })
  return `\`${[...host, ...parts].join('')}\``
}

/** Text between back ticks, escaped so that it neither ends nor fills the template. */
function escapeTemplate(text: string): string {
  return text.replaceAll(/[`\\]|\$\{/g, '\\$&')
}

/** An option of `ctx.paginate` with values by name; left out if there are none. */
export function renderValues(name: string, values: ReadonlyMap<string, RequestValue>): readonly string[] {
  if (values.size === 0) return []
  const members = [...values].map(
    ([key, value]) => `${renderKey(key)}: ${name === 'headers' ? renderTextValue(value) : renderValue(value, [])}`,
  )
  return [`${name}: { ${members.join(', ')} },`]
}

function renderValue(value: RequestValue, outers: readonly string[]): string {
  switch (value.from) {
    case 'preset':
      return renderSource(value.value)
    case 'field':
      return `ctx.credentials.${value.id}`
    case 'parent':
      return value.isIdentity
        ? renderItemId({ identity: value.member, possible: [] }, outers[value.level] ?? '')
        : renderMemberAccess(outers[value.level] ?? '', value.member)
  }
}

/** Headers are strings. */
function renderTextValue(value: RequestValue): string {
  if (value.from === 'preset') return renderString(String(value.value))
  const text = renderValue(value, [])
  return value.from === 'field' && value.isNumber ? `String(${text})` : text
}
