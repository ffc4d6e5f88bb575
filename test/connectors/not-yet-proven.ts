/**
 * Connectors without witnesses: nothing shows what their judgements were tried on. The list only becomes shorter: a new connector has
 * witnesses, and one that gets some is taken out.
 */
export const notYetProven: readonly string[] = []

/** Connectors that have witnesses, and beside whose members stand others of which nobody says yet why they are not read. It only becomes shorter. */
export const siblingsNotYetRead: readonly string[] = ['slack']
