import { quoteForShell } from '../../text/quote-for-shell.ts'

/** A command of the vendor's own tool that mends what fails. People copy it; Checkwright never runs it. */
export interface Fix {
  /**
   * One command for any shell. It takes values by name, each as one word or a part of one: `{resource.id}`, `{resource.name}`,
   * `{evidence.login}`, `{connection.organization}` for a credential field that is no secret, and `{variables.max_days}`. Single quotes
   * keep a word together.
   * @example 'gh api --method PATCH orgs/{connection.organization} --raw-field default_repository_permission=read'
   */
  readonly command: string
  /** Page of the vendor that documents it. */
  readonly source: string
}

/** What the values of a command are taken from. */
export interface FixValues {
  readonly resource: object
  readonly evidence: unknown
  readonly connection: Readonly<Record<string, unknown>>
  readonly variables: Readonly<Record<string, unknown>>
}

/** Where a value of a command comes from. */
export interface FixPlaceholder {
  readonly from: keyof FixValues
  /** Members from there on. */
  readonly path: readonly string[]
}

const placeholder = /\{(resource|evidence|connection|variables)((?:\.\w+)+)\}/g

/** The words of a command, without the quotes around them. Undefined where a quote is open, or stands within a word. */
export function splitFix(command: string): readonly string[] | undefined {
  const words = [...command.matchAll(/(?<=^| )(?:'([^']*)'|([^' ]+))(?= |$)/g)]
  const rest = command.replaceAll(/(?<=^| )(?:'[^']*'|[^' ]+)(?= |$)/g, '')
  return rest.trim() === '' && words.length > 0 ? words.map(([, quoted, plain]) => quoted ?? plain ?? '') : undefined
}

/** The values that a command takes, in order. */
export function listFixPlaceholders(command: string): readonly FixPlaceholder[] {
  return [...command.matchAll(placeholder)].map(([, from, path = '']) => ({
    from: from as keyof FixValues,
    path: path.slice(1).split('.'),
  }))
}

/** A command without its placeholders. */
export function cutFixPlaceholders(command: string): string {
  return command.replaceAll(placeholder, '')
}

/**
 * The command for one resource. Undefined where a value is missing, or is any text that a shell, a vendor's tool or a path may take for
 * more than a value: whoever names a resource at the vendor must not write commands for others to copy.
 */
export function fillFix({ command }: Fix, values: FixValues): string | undefined {
  const words = (splitFix(command) ?? []).map((word) => fillWord(word, values))
  return words.every((word) => word !== undefined) && words.length > 0 ? words.map(quoteForShell).join(' ') : undefined
}

function fillWord(word: string, values: FixValues): string | undefined {
  let isPlain = true
  const filled = word.replaceAll(placeholder, (whole) => {
    const [{ from, path } = { from: 'resource' as const, path: [] }] = listFixPlaceholders(whole)
    const value = path.reduce<unknown>((holder, name) => readMember(holder, name), values[from])
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
    isPlain &&= isPlainValue(text)
    return text
  })
  return isPlain ? filled : undefined
}

function readMember(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/**
 * Letters, digits and the marks of ids, names and addresses. No shell reads any of them otherwise between single quotes, tools take
 * none for an option, a file (`@file`, `file://…`) or another path.
 */
function isPlainValue(text: string): boolean {
  return (
    text.length <= plainLengthMax &&
    /^[A-Za-z0-9/][A-Za-z0-9 ._:/@+=,-]*$/.test(text) &&
    !/\/\/|(?:^|\/)\.{1,2}(?:\/|$)| $/.test(text)
  )
}

const plainLengthMax = 500
