/** One case of google/cel-spec, tests/simple/testdata. */
export interface ConformanceCase {
  readonly name: string
  readonly expr: string
  /** As JSON; undefined for a value that JSON does not have, such as bytes. */
  readonly value: unknown
  readonly isError: boolean
}

type Message = Map<string, (string | number | boolean | Message)[]>

/** Reads the cases that stand alone: without variables, containers and types of protocol buffers. */
export function parseConformanceCases(text: string): readonly ConformanceCase[] {
  const file = parseTextProto(text)
  const title = String(file.get('name')?.[0])
  return messages(file, 'section').flatMap((section) =>
    messages(section, 'test').flatMap((each): ConformanceCase[] => {
      const others = ['bindings', 'container', 'type_env', 'typed_result', 'any_eval_errors', 'unknown', 'check_only']
      if (others.some((name) => each.has(name))) return []
      const name = `${title}/${String(section.get('name')?.[0])}/${String(each.get('name')?.[0])}`
      const [value] = messages(each, 'value')
      const isError = each.has('eval_error')
      // A case that says nothing expects true.
      return [{ name, expr: String(each.get('expr')?.[0]), value: value ? toJson(value) : true, isError }]
    }),
  )
}

function messages(message: Message, name: string): readonly Message[] {
  return (message.get(name) ?? []).filter((each) => each instanceof Map)
}

function toJson(value: Message): unknown {
  const [[kind, [held]] = ['', [undefined]]] = value
  switch (kind) {
    case 'null_value':
      return null
    case 'bool_value':
    case 'string_value':
    case 'double_value':
      return held
    case 'int64_value':
      return Number(held)
    case 'list_value':
      return held instanceof Map ? messages(held, 'values').map(toJson) : []
    default:
      return undefined
  }
}

/** Protocol buffers as text: names with scalars, lists and messages. https://protobuf.dev/reference/protobuf/textformat-spec/ */
function parseTextProto(text: string): Message {
  const tokens = text.match(/#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{}[\]:,;<>]|[^\s{}[\]:,;<>"'#]+/g) ?? []
  const words = tokens.filter((token) => !token.startsWith('#'))
  let at = 0
  const parseValue = (): (string | number | boolean | Message)[] => {
    const word = words[at] ?? ''
    if (word === '{' || word === '<') {
      at++
      return [parseMessage()]
    }
    if (word === '[') {
      at++
      const list: (string | number | boolean | Message)[] = []
      while (words[at] !== ']') {
        if (words[at] === ',') at++
        else list.push(...parseValue())
      }
      at++
      return list
    }
    at++
    if (!/^["']/.test(word))
      return [word === 'true' ? true : word === 'false' ? false : Number.isNaN(Number(word)) ? word : Number(word)]
    let joined = readQuoted(word)
    while (/^["']/.test(words[at] ?? '')) joined += readQuoted(words[at++] ?? '')
    return [joined]
  }
  const parseMessage = (): Message => {
    const message: Message = new Map()
    while (at < words.length && words[at] !== '}' && words[at] !== '>') {
      const name = words[at++] ?? ''
      if (words[at] === ':') at++
      message.set(name, [...(message.get(name) ?? []), ...parseValue()])
      if (words[at] === ',' || words[at] === ';') at++
    }
    at++
    return message
  }
  return parseMessage()
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b', f: '\f', v: '\v' }

function readQuoted(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll(
      /(?:\\(?:[0-7]{3}|x[0-9a-fA-F]{2}))+|\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g,
      (all, short, long, letter) => {
        const code = short ?? long
        if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
        if (letter !== undefined) return escapes[letter] ?? letter
        // Octal and hexadecimal numbers are bytes of UTF-8.
        const bytes = all
          .slice(1)
          .split('\\')
          .map((each: string) => (each.startsWith('x') ? Number.parseInt(each.slice(1), 16) : Number.parseInt(each, 8)))
        return Buffer.from(bytes).toString('utf8')
      },
    )
}
