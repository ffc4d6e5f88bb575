/** Characters of JSON in one answer of a tool. A model reads all of it, and a client may refuse more. */
export const answerCharactersMax = 200_000

/** Items of one page of an answer. */
export const pageItemsMax = 50
