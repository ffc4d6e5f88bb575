/**
 * The `maxlength` of a field that takes so many characters: browsers count UTF-16 units (HTML §4.10.18.2), of which a character has two
 * at most, and cut without a word. The server counts characters.
 */
export function countUnits(characters: number): number
export function countUnits(characters: number | undefined): number | undefined
export function countUnits(characters: number | undefined): number | undefined {
  return characters === undefined ? undefined : characters * 2
}
