/** The value of a JSON text; undefined if it is not JSON. The parser's message would quote the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
