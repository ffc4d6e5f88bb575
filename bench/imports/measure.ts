/** Imports what it is told, and says what that cost. Without an argument: nothing, the empty process. */
export {}

const [specifier] = process.argv.slice(2)
const startMs = performance.now()
if (specifier !== undefined) await import(specifier)
const importMs = performance.now() - startMs
console.log(JSON.stringify({ importMs, rssMB: process.memoryUsage.rss() / 2 ** 20 }))
