/**
 * Connectors without witnesses: nothing shows what their judgements were tried on. The list only becomes shorter: a new connector has
 * witnesses, and one that gets some is taken out.
 */
export const notYetProven: readonly string[] = []
