/** The store of a folder, where none is named. */
export const defaultStore = 'sqlite:./data/checkwright.db'
