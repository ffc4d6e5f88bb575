const titleMax = 120

/** A text that is short enough for a title or a cell. */
export function cutTitle(text: string): string {
  return text.length <= titleMax ? text : `${text.slice(0, titleMax).toWellFormed()}…`
}
