/** The first lines of every generated page. */
export const notice = '<!-- Made from the definitions by "npm run docs"; change those instead. -->'
