/** Where a text stops being JSON: line and column, from 1. */
export interface JsonError {
  readonly line: number
  readonly column: number
  /** It is JSON, and deeper than anybody reads. */
  readonly isTooDeep: boolean
}

type Wanted = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end'

const space = /[ \t\n\r]*/y
// RFC 8259 §7 refuses control characters in a text.
const text = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)/y

/**
 * The first place at which a text is no JSON; undefined for JSON. The messages of `JSON.parse()` say that for some mistakes alone, and
 * quote the text.
 * @param depthMax how deep lists and objects may lie in each other
 */
export function findJsonError(json: string, { depthMax }: { readonly depthMax: number }): JsonError | undefined {
  const open: ('[' | '{')[] = []
  let wanted: Wanted = 'value'
  let at = 0
  const take = (form: RegExp): boolean => {
    form.lastIndex = at
    const found = form.exec(json)
    if (found) at += found[0].length
    return found !== null
  }
  const close = () => {
    open.pop()
    return open.length === 0 ? 'end' : 'comma'
  }
  for (;;) {
    take(space)
    const sign = json[at]
    const isValue = wanted === 'value' || wanted === 'value or ]'
    if (wanted === 'end') return at === json.length ? undefined : place(json, at, false)
    if (isValue && (sign === '[' || sign === '{')) {
      if (open.length === depthMax) return place(json, at, true)
      open.push(sign)
      wanted = sign === '[' ? 'value or ]' : 'name or }'
      at++
    } else if (
      (sign === ']' && open.at(-1) === '[' && (wanted === 'value or ]' || wanted === 'comma')) ||
      (sign === '}' && open.at(-1) === '{' && (wanted === 'name or }' || wanted === 'comma'))
    ) {
      wanted = close()
      at++
    } else if (wanted === 'comma' && sign === ',') {
      wanted = open.at(-1) === '[' ? 'value' : 'name'
      at++
    } else if (wanted === 'colon' && sign === ':') {
      wanted = 'value'
      at++
    } else if (isValue && (take(text) || take(literal))) wanted = open.length === 0 ? 'end' : 'comma'
    else if ((wanted === 'name' || wanted === 'name or }') && take(text)) wanted = 'colon'
    else return place(json, at, false)
  }
}

function place(json: string, at: number, isTooDeep: boolean): JsonError {
  const before = json.slice(0, at)
  const line = before.split('\n').length
  return { line, column: at - before.lastIndexOf('\n'), isTooDeep }
}
