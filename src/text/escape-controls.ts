/** What JSON allows in a string and a terminal obeys: C1 controls, line separators and bidirectional marks. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** JSON of which nothing acts on a terminal that shows it, and that stays on one line. */
export function escapeControls(json: string): string {
  return json.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
