import { keyText, quoted, sourceText } from '../source-text.ts'
import type { ListRequest, RequestValue } from './imported-check.ts'
import { access, idText } from './item-text.ts'

/**
 * The path of a list, as an expression: a string, or a template that is filled.
 * @param outer name of the item of the outer list
 */
export function pathText({ server = '', path }: ListRequest, outer: string | undefined): string {
  if (!server.includes('{') && path.every((part) => typeof part === 'string')) return quoted(server + path.join(''))
  const host = server.split(/(\{[^{}]*\})/).map((part) => {
    const [, id] = /^\{(.*)\}$/.exec(part) ?? []
    return id === undefined ? literal(part) : `\${ctx.credentials.${id}}`
  })
  const parts = path.map((part) => {
    return typeof part === 'string' ? literal(part) : `\${encodeURIComponent(${valueText(part, outer)})}`
  })
  return `\`${[...host, ...parts].join('')}\``
}

/** Text between back ticks: nothing in it ends or fills the template. */
function literal(text: string): string {
  return text.replaceAll(/[`\\]|\$\{/g, '\\$&')
}

/** An option of `ctx.paginate` that holds values by name; none where there are none. */
export function valuesText(name: string, values: ReadonlyMap<string, RequestValue>): readonly string[] {
  if (values.size === 0) return []
  const members = [...values].map(
    ([key, value]) => `${keyText(key)}: ${name === 'headers' ? textValue(value) : valueText(value, undefined)}`,
  )
  return [`${name}: { ${members.join(', ')} },`]
}

function valueText(value: RequestValue, outer: string | undefined): string {
  switch (value.from) {
    case 'preset':
      return sourceText(value.value)
    case 'field':
      return `ctx.credentials.${value.id}`
    case 'parent':
      return value.isIdentity ? idText(value.member, outer ?? '') : access(outer ?? '', value.member.name)
  }
}

/** Headers are texts. */
function textValue(value: RequestValue): string {
  if (value.from === 'preset') return quoted(String(value.value))
  const text = valueText(value, undefined)
  return value.from === 'field' && value.isNumber ? `String(${text})` : text
}
