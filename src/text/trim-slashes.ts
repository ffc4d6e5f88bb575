/** A URL or path without slashes at its end. */
export function trimSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
