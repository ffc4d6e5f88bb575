/** Begins every page that is made whole. */
export const notice = '<!-- Made from the definitions by "npm run docs"; change those instead. -->'
