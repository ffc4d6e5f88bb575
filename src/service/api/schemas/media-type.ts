/** A media type without parameters, in lower case, and its parameters (RFC 9110 §8.3.1). */
export interface MediaType {
  readonly essence: string
  readonly parameters: ReadonlyMap<string, string>
}

const restrictedName = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}'
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const quoted = '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\t\\x20-\\x7e])*"'

const parameter = `[ \\t]*;[ \\t]*(${token})=(${token}|${quoted})`

/** RFC 6838 §4.2 names the halves, RFC 9110 §5.6.6 the parameters. */
export const mediaTypePattern = new RegExp(
  `^${restrictedName}/${restrictedName}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|${quoted}))*$`,
)

/** undefined: not a media type. */
export function parseMediaType(text: string): MediaType | undefined {
  const trimmed = text.trim()
  if (trimmed.length > 1_000 || !mediaTypePattern.test(trimmed)) return undefined
  const parameters = new Map<string, string>()
  const [essence = ''] = trimmed.split(';', 1)
  for (const [, name = '', value = ''] of trimmed.slice(essence.length).matchAll(new RegExp(parameter, 'g'))) {
    // Parsers could read different values from a repeated parameter.
    if (parameters.has(name.toLowerCase())) return undefined
    parameters.set(name.toLowerCase(), value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value)
  }
  return { essence: essence.trim().toLowerCase(), parameters }
}
