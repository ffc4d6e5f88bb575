/**
 * Files of this folder are imported as text. `scripts/build/text-assets.ts` sets that up for the bundler and the test runner.
 */
declare module '*.css' {
  const text: string
  export default text
}
declare module '*.client.js' {
  const text: string
  export default text
}
declare module '*.svg' {
  const text: string
  export default text
}
/** The auditor's page, complete with style and script: `scripts/build/auditor-page.ts` makes it. */
declare module '*/page.html' {
  const text: string
  export default text
}
