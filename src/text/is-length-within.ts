/**
 * Whether a text has so many Unicode code points, as JSON Schema counts. A string's own length counts UTF-16 units, so that half as many
 * emoji would be too many.
 */
export function isLengthWithin(text: string, min: number, max: number): boolean {
  // A long one is not split to count it: it has at most as many code points as UTF-16 units, and at least half.
  if (text.length < min || text.length > 2 * max) return false
  let length = 0
  for (const _ of text) length++
  return length >= min && length <= max
}
