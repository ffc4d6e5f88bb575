/** Orders texts by their UTF-16 units, as JavaScript does by itself: the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
