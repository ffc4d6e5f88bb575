/** A sentence with its end: a question has its own. */
export function endSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}
