/**
 * Target of the first link with a relation, from a `Link` header (RFC 8288 §3): relations may be unquoted or several in
 * one value, parameters in any order. Undefined if there is none. Does not throw. Sentry names a next page after the last one too,
 * with `results="false"`: nothing is there.
 */
export function findLinkTarget(value: string | undefined, relation: string): string | undefined {
  let rest = value ?? ''
  for (;;) {
    const target = /^[\s,]*<([^>]*)>/.exec(rest)
    if (!target) return undefined
    rest = rest.slice(target[0].length)
    let relations: string | undefined
    let isEmpty = false
    for (let parameter = readLinkParameter(rest); parameter; parameter = readLinkParameter(rest)) {
      // Only the first "rel" counts (§3.3).
      if (parameter.name === 'rel') relations ??= parameter.value
      if (parameter.name === 'results') isEmpty = parameter.value === 'false'
      rest = rest.slice(parameter.length)
    }
    if (relations?.toLowerCase().split(/\s+/).includes(relation)) return isEmpty ? undefined : target[1]
    // Skips unknown text up to the next link.
    const next = rest.search(/,\s*</)
    if (next < 0) return undefined
    rest = rest.slice(next)
  }
}

function readLinkParameter(text: string): { name: string; value: string; length: number } | undefined {
  const match = /^\s*;\s*([^\s=;,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/.exec(text)
  if (!match) return undefined
  const quoted = match[2]?.replace(/\\(.)/g, '$1')
  return {
    name: (match[1] ?? '').replace(/\*$/, '').toLowerCase(),
    value: quoted ?? match[3] ?? '',
    length: match[0].length,
  }
}
