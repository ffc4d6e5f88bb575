/** A new text in place of a part of another one. */
export interface Replacement {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The text with all replacements, none of which may overlap. */
export function spliceText(text: string, replacements: readonly Replacement[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { from, to, text: piece } of replacements.toSorted((one, other) => one.from - other.from)) {
    pieces.push(text.slice(at, from), piece)
    at = to
  }
  return [...pieces, text.slice(at)].join('')
}

/** A text as XML 1.0 has it; what no document may have is left out. */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // XML 1.0 §2.2 has none of these.
      .replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
      .replaceAll(/[&<>"\r]/g, (sign) => signs[sign] ?? '')
  )
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
